import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AuditChain } from '@gw/audit';
import { Readiness } from '@gw/platform';
import { Public } from '../auth/roles.decorator';
import { VITAL_CHECKS } from './admin-readiness';

/** The one path without a token, the same as the gateway's: audit heads are published on purpose. */
@Controller('healthz')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly audit: AuditChain,
  ) {}

  @Get()
  @Public()
  async health(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const [{ status }, head] = await Promise.all([
      this.readiness.check(VITAL_CHECKS),
      this.audit.head().catch(() => null),
    ]);
    const known = head ?? this.audit.lastKnown;
    const ok = status === 'ok' && head !== null;
    void reply.status(ok ? 200 : 503);
    return { ok, audit_head: known?.head ?? null, audit_seq: known ? Number(known.seq) : null };
  }
}
