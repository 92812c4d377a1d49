import { createServer, type AddressInfo, type Server } from 'node:net';
import { loadConfig } from '@gw/platform';
import { claimPorts, localUrl } from './ports';

const SETTINGS = ['GW_PORT', 'GW_ADMIN_PORT', 'GW_MANAGEMENT_PORT', 'GW_ADMIN_MANAGEMENT_PORT'];
const ANY = Object.fromEntries(SETTINGS.map((name) => [name, '0']));

describe('claiming ports', () => {
  let server: Server;
  let taken: string;

  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    taken = String((server.address() as AddressInfo).port);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('chooses a free port for every setting of 0', async () => {
    const ports = await claimPorts(loadConfig(ANY));
    expect(Object.keys(ports)).toEqual(SETTINGS);
    expect(new Set(Object.values(ports)).size).toBe(4);
  });

  it('names every busy port with its setting', async () => {
    const config = loadConfig({ ...ANY, GW_ADMIN_PORT: taken, GW_MANAGEMENT_PORT: taken });
    await expect(claimPorts(config)).rejects.toThrow(
      new RegExp(`GW_ADMIN_PORT: port ${taken} is in use.*\n.*GW_MANAGEMENT_PORT: port ${taken} is in use`),
    );
  });

  it('refuses two settings that mean the same port', async () => {
    const { GW_PORT: port } = await claimPorts(loadConfig(ANY));
    const config = loadConfig({ ...ANY, GW_PORT: String(port), GW_ADMIN_PORT: String(port) });
    await expect(claimPorts(config)).rejects.toThrow(`port ${port} is in use`);
  });

  it('tells clients on this machine where to go', () => {
    expect(localUrl('0.0.0.0', 80)).toBe('http://127.0.0.1:80');
    expect(localUrl('::1', 80)).toBe('http://[::1]:80');
    expect(localUrl('10.0.0.5', 80)).toBe('http://10.0.0.5:80');
  });
});
