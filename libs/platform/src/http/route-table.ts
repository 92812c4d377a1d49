import type { FastifyInstance } from 'fastify';

/** Knows which methods each path serves, so that a wrong method is told from a wrong path. */
export class RouteTable {
  private readonly routes: { pattern: RegExp; method: string }[] = [];

  /** Must be called before any route is registered. */
  watch(instance: FastifyInstance): void {
    instance.addHook('onRoute', ({ url, method }) => {
      for (const one of [method].flat()) this.routes.push({ pattern: toPattern(url), method: one });
    });
  }

  /** @param url path with or without a query */
  methodsOf(url: string): string[] {
    const path = url.split('?', 1)[0] ?? '';
    const methods = this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(methods)].sort();
  }
}

/** `/v1/models/:id` to a pattern; a wildcard route matches too much to say anything. */
function toPattern(url: string): RegExp {
  if (url.includes('*')) return /(?!)/;
  const segments = url
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${segments.join('/')}$`);
}
