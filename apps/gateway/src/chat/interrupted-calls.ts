import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AuditChain, type AuditRecordFields } from '@gw/audit';
import { HoldReaper, Ledger } from '@gw/billing';
import { GW_CONFIG, type GwConfig } from '@gw/platform';

/** Ends what a crashed process left behind: one record `interrupted`, and the money back. Any replica may do it. */
@Injectable()
export class InterruptedCalls implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly reaper: HoldReaper;

  constructor(ledger: Ledger, audit: AuditChain, @Inject(GW_CONFIG) config: GwConfig) {
    this.reaper = new HoldReaper(
      ledger,
      ({ request_id, context }) =>
        audit.append(context as unknown as AuditRecordFields, { kind: 'expire', requestId: request_id }),
      (config.GW_HOLD_LEASE_SECONDS * 1_000) / 3,
    );
  }

  onApplicationBootstrap(): void {
    this.reaper.start();
  }

  onModuleDestroy(): void {
    this.reaper.stop();
  }
}
