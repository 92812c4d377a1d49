import { DynamicModule, Module } from '@nestjs/common';
import { ConfigModule as NestConfigModule } from '@nestjs/config';
import type { GwConfig } from './schema';

/** Injection token of the frozen settings. */
export const GW_CONFIG = Symbol('GW_CONFIG');

@Module({})
export class ConfigModule {
  /** Makes already loaded settings injectable everywhere; nothing here reads the environment again. */
  static forRoot(config: GwConfig): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      imports: [
        NestConfigModule.forRoot({ ignoreEnvFile: true, skipProcessEnv: true, load: [() => config] }),
      ],
      providers: [{ provide: GW_CONFIG, useValue: config }],
      exports: [GW_CONFIG],
    };
  }
}
