import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditChain } from '@gw/audit';
import { DetectionEngine } from '@gw/detection';
import { Drain, Metrics, Readiness } from '@gw/platform';
import { ChainWatch } from '../audit/chain-watch';
import { SERVICE_VERSION } from './service';

/** Says what this process needs to work, and what it must do before it ends. */
@Injectable()
export class GatewayReadiness implements OnModuleInit {
  private migrated = false;

  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    private readonly drain: Drain,
    private readonly dataSource: DataSource,
    private readonly detection: DetectionEngine,
    private readonly audit: AuditChain,
    private readonly chainWatch: ChainWatch,
  ) {}

  onModuleInit(): void {
    this.metrics.describeBuild('gateway', SERVICE_VERSION);
    this.readiness.add('database', () => this.databaseAnswers());
    this.readiness.add('migrations', () => this.databaseIsMigrated());
    this.readiness.add('detection_engine', () => this.detection.isHealthy());
    this.readiness.add('audit_chain', () => this.chainWatch.isSound());
    this.readiness.add('drain', () => !this.drain.isDraining);
    this.drain.beforeExit('audit_queue', () => this.audit.flush());
  }

  private async databaseAnswers(): Promise<boolean> {
    await this.dataSource.query('SELECT 1');
    return true;
  }

  /** Every migration this build knows has run; a newer database is fine, so that a roll-out can overlap. */
  private async databaseIsMigrated(): Promise<boolean> {
    if (this.migrated) return true;
    const rows: { name: string }[] = await this.dataSource.query('SELECT name FROM migrations');
    const applied = new Set(rows.map(({ name }) => name));
    this.migrated = this.dataSource.migrations.every(({ name, constructor }) =>
      applied.has(name ?? constructor.name),
    );
    return this.migrated;
  }
}
