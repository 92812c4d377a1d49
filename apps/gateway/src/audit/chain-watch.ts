import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AuditChain, AuditLog } from '@gw/audit';

const EVERY_MS = 60_000;

/** Verifies the newest links of the audit log at the start and every minute. */
@Injectable()
export class ChainWatch implements OnModuleInit, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly chain: AuditChain,
    private readonly log: AuditLog,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.log.verifyNewest();
    // A check that cannot read the log proves nothing against it; that the database is away, others tell.
    this.timer = setInterval(() => void this.log.verifyNewest().catch(() => undefined), EVERY_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Whether records can be appended to a log in which every checked link fits. */
  async isSound(): Promise<boolean> {
    return this.log.isIntact && (await this.chain.isHealthy());
  }
}
