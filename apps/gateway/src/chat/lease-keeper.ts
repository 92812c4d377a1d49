import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Ledger } from '@gw/billing';
import { GW_CONFIG, type GwConfig } from '@gw/platform';

/** Keeps the holds of calls in flight alive: one statement for all of them, three times per lease. */
@Injectable()
export class LeaseKeeper implements OnModuleInit, OnModuleDestroy {
  private readonly inFlight = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ledger: Ledger,
    @Inject(GW_CONFIG) private readonly config: GwConfig,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.renew(), (this.config.GW_HOLD_LEASE_SECONDS * 1_000) / 3);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async whileLeased<Result>(requestId: string, call: () => Promise<Result>): Promise<Result> {
    this.inFlight.add(requestId);
    try {
      return await call();
    } finally {
      this.inFlight.delete(requestId);
    }
  }

  private async renew(): Promise<void> {
    if (this.inFlight.size === 0) return;
    // A renewal that fails is not fatal: if the lease runs out, the late settle charges and releases nothing.
    await this.ledger.renew([...this.inFlight]).catch(() => undefined);
  }
}
