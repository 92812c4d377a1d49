import { createServer, type AddressInfo } from 'node:net';
import { ConfigError, type GwConfig } from '@gw/platform';

const SETTINGS = [
  ['GW_PORT', 'GW_HOST'],
  ['GW_ADMIN_PORT', 'GW_HOST'],
  ['GW_MANAGEMENT_PORT', 'GW_MANAGEMENT_HOST'],
  ['GW_ADMIN_MANAGEMENT_PORT', 'GW_MANAGEMENT_HOST'],
] as const;

export type Ports = Readonly<Record<(typeof SETTINGS)[number][0], number>>;

/**
 * Claims every port for a moment, all at once, so that two settings cannot mean the same one. Free ports are
 * chosen for settings of 0.
 * @throws ConfigError naming every port that cannot be used, before anything is started
 */
export async function claimPorts(config: GwConfig): Promise<Ports> {
  const problems: string[] = [];
  const servers = await Promise.all(
    SETTINGS.map(async ([setting, host]) => {
      const server = createServer();
      await new Promise<void>((resolve) => {
        server.once('error', (error: NodeJS.ErrnoException) => {
          problems.push(describe(setting, config[setting], error));
          resolve();
        });
        server.listen({ port: config[setting], host: config[host], exclusive: true }, resolve);
      });
      return [setting, server] as const;
    }),
  );
  const ports = servers.map(([setting, server]) => [setting, (server.address() as AddressInfo | null)?.port]);
  await Promise.all(servers.map(([, server]) => new Promise((resolve) => server.close(resolve))));
  if (problems.length > 0) throw new ConfigError(problems.sort());
  return Object.fromEntries(ports) as Ports;
}

function describe(setting: string, port: number, error: NodeJS.ErrnoException): string {
  if (error.code === 'EADDRINUSE') {
    return `${setting}: port ${port} is in use. Stop what uses it, or set ${setting} to another port.`;
  }
  if (error.code === 'EACCES')
    return `${setting}: port ${port} is not open to this user; choose one above 1023.`;
  return `${setting}: cannot listen on port ${port} (${error.code}).`;
}

/** The address a client on this machine uses. */
export function localUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
