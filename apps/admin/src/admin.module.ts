import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { Logger } from 'pino';
import { AuditModule } from '@gw/audit';
import { BillingModule } from '@gw/billing';
import { CatalogueModule } from '@gw/catalogue';
import { dataSourceOptions } from '@gw/database';
import { DetectionModule } from '@gw/detection';
import {
  ConfigError,
  ConfigModule,
  CryptoModule,
  DatabaseModule,
  HealthModule,
  LoggingModule,
  type GwConfig,
} from '@gw/platform';
import { PolicyModule } from '@gw/policy';
import { TenancyModule } from '@gw/tenancy';
import { TokenstoreModule } from '@gw/tokenstore';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { AuditController } from './audit/audit.controller';
import { VerifyJobs } from './audit/verify-jobs';
import { OperatorGuard } from './auth/operator.guard';
import { AuditedChanges } from './changes/audited-changes';
import { ChannelsController } from './channels/channels.controller';
import { LedgerController } from './ledger/ledger.controller';
import { ModelsController } from './models/models.controller';
import { OperatorsController } from './operators/operators.controller';
import { PoliciesController } from './policies/policies.controller';
import { AdminReadiness } from './status/admin-readiness';
import { HealthController } from './status/health.controller';
import { SystemController } from './system/system.controller';
import { TenantsController } from './tenants/tenants.controller';
import { UsageController } from './usage/usage.controller';

/** The composition root: every module, guard and controller of the operator API in one list. */
@Module({})
export class AdminModule {
  /** @throws ConfigError when a setting that only a running server needs is missing */
  static forRoot(config: GwConfig, logger: Logger): DynamicModule {
    return {
      module: AdminModule,
      imports: [
        ConfigModule.forRoot(config),
        LoggingModule.forRoot(logger),
        HealthModule,
        CryptoModule,
        DatabaseModule.forRoot(databaseOptions(config)),
        TenancyModule,
        PolicyModule,
        CatalogueModule,
        DetectionModule,
        TokenstoreModule,
        AuditModule,
        BillingModule,
      ],
      controllers: [
        HealthController,
        TenantsController,
        ApiKeysController,
        PoliciesController,
        ChannelsController,
        ModelsController,
        LedgerController,
        UsageController,
        AuditController,
        OperatorsController,
        SystemController,
      ],
      providers: [
        AdminReadiness,
        AuditedChanges,
        VerifyJobs,
        { provide: APP_GUARD, useClass: OperatorGuard },
      ],
    };
  }
}

function databaseOptions(config: GwConfig) {
  const missing = (['GW_DATABASE_URL', 'GW_MASTER_KEY'] as const).filter(
    (name) => config[name] === undefined,
  );
  if (missing.length > 0) throw new ConfigError(missing.map((name) => `${name} must be set.`));
  return dataSourceOptions({
    url: config.GW_DATABASE_URL as string,
    poolSize: config.GW_DATABASE_POOL_SIZE,
    statementTimeoutMs: config.GW_DATABASE_STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: config.GW_DATABASE_LOCK_TIMEOUT_MS,
    applicationName: 'privacy-gateway-admin',
  });
}
