import { DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { ConfigEpoch } from './config-epoch';

@Global()
@Module({})
export class DatabaseModule {
  /** @param options made by `@gw/database`, which holds the explicit lists of entities and migrations */
  static forRoot(options: DataSourceOptions): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRoot({ ...options, retryAttempts: 3, retryDelay: 500 })],
      providers: [ConfigEpoch],
      exports: [ConfigEpoch],
    };
  }
}
