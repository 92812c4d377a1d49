import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuditModule } from '@gw/audit';
import { BillingModule } from '@gw/billing';
import { CatalogueModule } from '@gw/catalogue';
import { dataSourceOptions } from '@gw/database';
import { ConfigError, ConfigModule, CryptoModule, DatabaseModule, type GwConfig } from '@gw/platform';
import { TenancyModule } from '@gw/tenancy';
import { TokenstoreModule } from '@gw/tokenstore';

/** The services of an installation without its ports: what commands work with. */
@Module({})
class InstallationModule {
  static forRoot(config: GwConfig, url: string): DynamicModule {
    return {
      module: InstallationModule,
      imports: [
        ConfigModule.forRoot(config),
        CryptoModule,
        DatabaseModule.forRoot(
          dataSourceOptions({
            url,
            poolSize: 2,
            statementTimeoutMs: config.GW_DATABASE_STATEMENT_TIMEOUT_MS,
            lockTimeoutMs: config.GW_DATABASE_LOCK_TIMEOUT_MS,
            applicationName: 'privacy-gateway-command',
          }),
        ),
        TenancyModule,
        CatalogueModule,
        TokenstoreModule,
        AuditModule,
        BillingModule,
      ],
    };
  }
}

/** Opens the services on a migrated database; close it when done. */
export function openInstallation(config: GwConfig): Promise<INestApplicationContext> {
  if (!config.GW_DATABASE_URL) throw new ConfigError(['GW_DATABASE_URL must be set.']);
  return NestFactory.createApplicationContext(InstallationModule.forRoot(config, config.GW_DATABASE_URL), {
    logger: false,
    abortOnError: false,
  });
}
