import { Controller, Get } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditChain, AuditLog } from '@gw/audit';
import { DetectionEngine } from '@gw/detection';
import { Readiness } from '@gw/platform';
import { EVERY_ROLE, Roles } from '../auth/roles.decorator';
import { AdminReadiness } from '../status/admin-readiness';
import { SERVICE_NAME, SERVICE_VERSION } from '../status/service';

/** A process that holds connections to this installation's database. */
export interface Replica {
  readonly app: string;
  readonly address: string | null;
  readonly connections: number;
  readonly connected_at: string;
}

const REPLICAS = `SELECT application_name AS app, host(client_addr) AS address, count(*)::int AS connections,
    min(backend_start) AS connected_at FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'privacy-gateway%'
  GROUP BY 1, 2 ORDER BY 1, 2`;

/** What runs, in which version, on what. */
@Controller('admin/v1/system')
export class SystemController {
  private readonly startedAt = new Date();

  constructor(
    private readonly dataSource: DataSource,
    private readonly readiness: Readiness,
    private readonly migrations: AdminReadiness,
    private readonly chain: AuditChain,
    private readonly log: AuditLog,
    private readonly detection: DetectionEngine,
  ) {}

  @Get()
  @Roles(...EVERY_ROLE)
  async describe(): Promise<object> {
    const [{ details }, head, pending, replicas, server, newest] = await Promise.all([
      this.readiness.check(),
      this.chain.head(),
      this.migrations.pendingMigrations(),
      this.dataSource.query<(Omit<Replica, 'connected_at'> & { connected_at: Date })[]>(REPLICAS),
      this.dataSource.query<{ server_version: string }[]>('SHOW server_version'),
      this.dataSource.query<{ name: string }[]>(
        'SELECT name FROM migrations ORDER BY timestamp DESC LIMIT 1',
      ),
    ]);
    return {
      service: SERVICE_NAME,
      version: SERVICE_VERSION,
      node: process.versions.node,
      started_at: this.startedAt.toISOString(),
      replicas: replicas.map((replica): Replica => ({
        ...replica,
        connected_at: replica.connected_at.toISOString(),
      })),
      detector: this.detection.version,
      database: {
        version: server[0]?.server_version ?? null,
        migration: newest[0]?.name ?? null,
        pending_migrations: pending,
      },
      audit: {
        seq: Number(head.seq),
        audit_head: head.head,
        recorded_at: head.recordedAt,
        intact: this.log.isIntact,
      },
      dependencies: Object.fromEntries(Object.entries(details).map(([name, { status }]) => [name, status])),
    };
  }
}
