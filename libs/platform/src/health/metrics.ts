import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of one process. A label never holds a value of a request: routes are patterns, codes are ours. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly httpRequests = new Counter({
    name: 'gw_http_requests_total',
    help: 'Answered requests of the public port.',
    labelNames: ['route', 'status'] as const,
    registers: [this.registry],
  });

  readonly httpErrors = new Counter({
    name: 'gw_http_errors_total',
    help: 'Refused and failed requests, by error code of the catalogue.',
    labelNames: ['code'] as const,
    registers: [this.registry],
  });

  readonly httpDuration = new Histogram({
    name: 'gw_http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer.',
    labelNames: ['route'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers: [this.registry],
  });

  private readonly buildInfo = new Gauge({
    name: 'gw_build_info',
    help: 'Always 1; the labels tell what runs.',
    labelNames: ['app', 'version', 'node'] as const,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  describeBuild(app: string, version: string): void {
    this.buildInfo.set({ app, version, node: process.versions.node }, 1);
  }
}
