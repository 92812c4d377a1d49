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
import { AuditController } from './audit/audit.controller';
import { ChainWatch } from './audit/chain-watch';
import { ApiKeyGuard } from './auth/api-key.guard';
import { UsableGuard } from './auth/usable.guard';
import { ChatCharging } from './chat/chat-charging';
import { ChatController } from './chat/chat.controller';
import { ChatPipeline } from './chat/chat.pipeline';
import { InterruptedCalls } from './chat/interrupted-calls';
import { LeaseKeeper } from './chat/lease-keeper';
import { DocsController } from './docs/docs.controller';
import { LimitGuard } from './limits/limit.guard';
import { LimitStore } from './limits/limit.store';
import { Limiter } from './limits/limiter';
import { MemoryLimitStore } from './limits/memory-limit.store';
import { ModelsController } from './models/models.controller';
import { AuditedOperations } from './operations/audited-operations';
import { Destinations } from './operations/destinations';
import { PrivacyController } from './privacy/privacy.controller';
import { PrivacyOperations } from './privacy/privacy.operations';
import { TextProtection } from './privacy/text-protection';
import { GatewayReadiness } from './status/gateway-readiness';
import { HealthReporter } from './status/health.reporter';
import { StatusController } from './status/status.controller';
import { UpstreamModule } from './upstream/upstream.module';
import { UsageController } from './usage/usage.controller';

/** The composition root: every module, guard and controller of the public API in one list. */
@Module({})
export class GatewayModule {
  /** @throws ConfigError when a setting that only a running server needs is missing */
  static forRoot(config: GwConfig, logger: Logger): DynamicModule {
    return {
      module: GatewayModule,
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
        UpstreamModule,
      ],
      controllers: [
        ChatController,
        PrivacyController,
        StatusController,
        ModelsController,
        UsageController,
        AuditController,
        ...(config.GW_ENABLE_DOCS ? [DocsController] : []),
      ],
      providers: [
        ChatPipeline,
        ChatCharging,
        LeaseKeeper,
        InterruptedCalls,
        PrivacyOperations,
        TextProtection,
        AuditedOperations,
        Destinations,
        ChainWatch,
        GatewayReadiness,
        HealthReporter,
        Limiter,
        { provide: LimitStore, useClass: MemoryLimitStore },
        // Guards run in this order: who calls, within which limits, and may they be served.
        { provide: APP_GUARD, useClass: ApiKeyGuard },
        { provide: APP_GUARD, useClass: LimitGuard },
        { provide: APP_GUARD, useClass: UsableGuard },
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
    applicationName: 'privacy-gateway',
  });
}
