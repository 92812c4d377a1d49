import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditChain } from '@gw/audit';
import { DetectionEngine } from '@gw/detection';
import { Drain, Metrics, Readiness } from '@gw/platform';
import { SERVICE_VERSION } from './service';

/** The checks without which no change can be made safely. */
export const VITAL_CHECKS = ['database', 'audit_chain', 'detection_engine', 'drain'];

/** Says what this process needs to work, and what must be finished before it ends. */
@Injectable()
export class AdminReadiness implements OnModuleInit {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    private readonly drain: Drain,
    private readonly dataSource: DataSource,
    private readonly detection: DetectionEngine,
    private readonly audit: AuditChain,
  ) {}

  onModuleInit(): void {
    this.metrics.describeBuild('admin', SERVICE_VERSION);
    this.readiness.add('database', () => this.databaseAnswers());
    this.readiness.add('migrations', async () => (await this.pendingMigrations()).length === 0);
    this.readiness.add('detection_engine', () => this.detection.isHealthy());
    this.readiness.add('audit_chain', () => this.audit.isHealthy());
    this.readiness.add('drain', () => !this.drain.isDraining);
    this.drain.beforeExit('audit', () => this.audit.flush());
  }

  /** Migrations this build knows and the database has not run; a newer database is fine. */
  async pendingMigrations(): Promise<string[]> {
    const rows: { name: string }[] = await this.dataSource.query('SELECT name FROM migrations');
    const applied = new Set(rows.map(({ name }) => name));
    return this.dataSource.migrations
      .map(({ name, constructor }) => name ?? constructor.name)
      .filter((name) => !applied.has(name));
  }

  private async databaseAnswers(): Promise<boolean> {
    await this.dataSource.query('SELECT 1');
    return true;
  }
}
