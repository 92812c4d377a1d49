import { startAdminWorld, type AdminWorld } from '../support/admin-world';

describe('an operator looks at the installation', () => {
  let world: AdminWorld;

  beforeAll(async () => {
    world = await startAdminWorld();
  });
  afterAll(() => world.close());

  it('describes the installation', async () => {
    const { body } = await world.call('GET', '/system');
    expect(body).toMatchObject({
      service: 'privacy-gateway',
      database: { pending_migrations: [] },
      audit: { intact: true },
      dependencies: {
        database: 'up',
        audit_chain: 'up',
        detection_engine: 'up',
        migrations: 'up',
        drain: 'up',
      },
    });
    expect(body.replicas.map((replica: { app: string }) => replica.app)).toContain('privacy-gateway-admin');
    expect((await fetch(`${world.admin.managementUrl}/readyz`)).status).toBe(200);
  });

  it('tells usage, also as a table', async () => {
    const { body } = await world.call('GET', '/usage?from=2026-01-01&to=2026-01-31&group_by=model');
    expect(body).toEqual({ from: '2026-01-01', to: '2026-01-31', group_by: 'model', data: [] });
    const csv = await world.call('GET', '/usage?group_by=tenant', undefined, {
      headers: { accept: 'text/csv' },
    });
    expect(csv.text).toBe('\ufefftenant,requests,tokens_in,tokens_out,entities,cost\r\n');
  });
});
