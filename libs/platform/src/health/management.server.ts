import { Injectable } from '@nestjs/common';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

/**
 * Probes and metrics on a port of their own, which only the cluster reaches: `/livez` touches nothing, so that
 * a database blip restarts no process; `/readyz` is the Terminus check; `/metrics` is for Prometheus.
 */
@Injectable()
export class ManagementServer {
  private server: Server | undefined;

  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  /** @param port 0 takes a free one @returns the root address, for this machine */
  async listen(host: string, port: number): Promise<string> {
    const server = createServer((request, response) => void this.handle(request, response));
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
    return localUrl(server.address() as AddressInfo);
  }

  async close(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const [status, contentType, body] = await this.answer(request);
      response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : body);
    } catch {
      response.writeHead(500).end();
    }
  }

  private async answer({ method, url = '' }: IncomingMessage): Promise<[number, string, string]> {
    const json = 'application/json; charset=utf-8';
    if (method !== 'GET' && method !== 'HEAD') return [405, json, '{"error":"method_not_allowed"}'];
    switch (url.split('?', 1)[0]) {
      case '/livez':
        return [200, json, '{"status":"ok"}'];
      case '/readyz': {
        const result = await this.readiness.check();
        return [result.status === 'ok' ? 200 : 503, json, JSON.stringify(result)];
      }
      case '/metrics':
        return [200, this.metrics.registry.contentType, await this.metrics.registry.metrics()];
      default:
        return [404, json, '{"error":"not_found"}'];
    }
  }
}

/** The address a process on this machine reaches a listening server by. */
export function localUrl({ address, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
