import { Global, Module } from '@nestjs/common';
import { GW_CONFIG } from '../config/config.module';
import type { GwConfig } from '../config/schema';
import { ConfigError } from '../config/load-config';
import { RootKey } from './root-key';

/** Provides the `RootKey` of the installation. */
@Global()
@Module({
  providers: [
    {
      provide: RootKey,
      inject: [GW_CONFIG],
      useFactory: ({ GW_MASTER_KEY }: GwConfig): RootKey => {
        if (!GW_MASTER_KEY) throw new ConfigError(['GW_MASTER_KEY must be set: 32 bytes in base64.']);
        return new RootKey(GW_MASTER_KEY);
      },
    },
  ],
  exports: [RootKey],
})
export class CryptoModule {}
