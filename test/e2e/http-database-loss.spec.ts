import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { startWorld, type World } from '../support/world';

/** A door between the gateway and its database that can be shut: new and open connections break. */
async function startDoor(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createServer((near) => {
    if (!isOpen) return void near.destroy();
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    }
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.toString(),
    shut: () => {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    open: () => void (isOpen = true),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe('when the database is lost', () => {
  let world: World;
  let door: Awaited<ReturnType<typeof startDoor>>;

  beforeAll(async () => {
    world = await startWorld({
      throughDatabase: async (url: string) => (door = await startDoor(url)).url,
    });
  });
  afterAll(async () => {
    await world.close();
    await door.close();
  });

  const status = async (url: string) => (await fetch(url)).status;

  it('refuses everything with 503, forwards nothing, stays alive, and recovers by itself', async () => {
    const { url, managementUrl } = world.gateway;
    const healthy = (await (await fetch(`${url}/healthz`)).json()) as Record<string, unknown>;
    expect(healthy).toEqual({
      ok: true,
      audit_head: expect.stringMatching(/^[0-9a-f]{64}$/),
      audit_seq: expect.any(Number),
    });
    expect((await world.chat({ messages: [{ role: 'user', content: '你好' }] })).status).toBe(200);
    const known = (await (await fetch(`${url}/healthz`)).json()) as Record<string, unknown>;
    const forwarded = world.model.requests.length;

    door.shut();
    const down = await fetch(`${url}/healthz`);
    expect(down.status).toBe(503);
    await expect(down.json()).resolves.toEqual({ ...known, ok: false });
    expect(await status(`${managementUrl}/readyz`)).toBe(503);
    expect(await status(`${managementUrl}/livez`)).toBe(200);
    expect(await status(`${managementUrl}/metrics`)).toBe(200);
    const refused = await world.chat({ messages: [{ role: 'user', content: '手机13812345678' }] });
    expect(refused.status).toBe(503);
    expect((await world.get('/v1/audit/head')).status).toBe(503);
    expect(world.model.requests.length).toBe(forwarded);

    door.open();
    for (let i = 0; i < 100 && (await status(`${managementUrl}/readyz`)) !== 200; i++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await status(`${url}/healthz`)).toBe(200);
    expect((await world.chat({ messages: [{ role: 'user', content: '你好' }] })).status).toBe(200);
  });
});
