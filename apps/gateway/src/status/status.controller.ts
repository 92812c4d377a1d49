import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { GW_CONFIG, type GwConfig } from '@gw/platform';
import { Public } from '../auth/public.decorator';
import { HealthReporter, type HealthDocument } from './health.reporter';
import { SERVICE_NAME, SERVICE_VERSION } from './service';

/** The body of `GET /`. */
export interface StatusDocument {
  readonly service: string;
  readonly version: string;
  readonly status: 'running';
  readonly health: string;
  readonly docs: string;
  readonly endpoints: readonly string[];
}

const ENDPOINTS = [
  'POST /v1/chat/completions',
  'POST /v1/detect',
  'POST /v1/tokenize',
  'POST /v1/detokenize',
  'GET /v1/audit/head',
];

@Controller()
export class StatusController {
  constructor(
    private readonly health: HealthReporter,
    @Inject(GW_CONFIG) private readonly config: GwConfig,
  ) {}

  @Get()
  status(): StatusDocument {
    return {
      service: SERVICE_NAME,
      version: SERVICE_VERSION,
      status: 'running',
      health: '/healthz',
      docs: this.config.GW_ENABLE_DOCS ? '/docs' : 'disabled; set GW_ENABLE_DOCS=1 to enable',
      endpoints: ENDPOINTS,
    };
  }

  /** The one path without a key: what it tells is published on purpose, so that anybody may keep audit heads. */
  @Get('healthz')
  @Public()
  async healthz(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthDocument> {
    const document = await this.health.report();
    void reply.status(document.ok ? 200 : 503);
    return document;
  }
}
