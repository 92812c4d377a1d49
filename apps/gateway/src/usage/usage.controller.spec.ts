import type { GatewayRequest } from '../auth/gateway-request';
import { UsageController, withDefaults } from './usage.controller';

describe('GET /v1/usage', () => {
  const asked: unknown[] = [];
  const controller = new UsageController(
    {
      summarize: async (query: unknown) => {
        asked.push(query);
        return [
          {
            group: 'deepseek/deepseek-chat',
            requests: 2,
            tokens_in: 10,
            tokens_out: 5,
            entities: 3,
            costNano: 35_000n,
          },
        ];
      },
    } as never,
    { account: async () => ({ postedNano: 1_500_000_000n, heldNano: 500_000_000n }) } as never,
  );
  const request = { principal: { tenantId: 'mine' } } as unknown as GatewayRequest;

  it('answers the caller’s own usage, balance and what is available', async () => {
    const answer = await controller.summarize(
      { from: '2026-01-01', to: '2026-01-31', group_by: 'model' },
      request,
    );
    expect(asked.at(-1)).toEqual({
      from: '2026-01-01',
      to: '2026-01-31',
      groupBy: 'model',
      tenantId: 'mine',
    });
    expect(answer).toEqual({
      from: '2026-01-01',
      to: '2026-01-31',
      group_by: 'model',
      balance: 1.5,
      available: 1,
      data: [
        {
          model: 'deepseek/deepseek-chat',
          requests: 2,
          tokens_in: 10,
          tokens_out: 5,
          entities: 3,
          cost: 0.000035,
        },
      ],
    });
  });

  it.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'to'],
    [{ group_by: 'tenant' }, 'group_by'],
    [{ tenant: 'another' }, '*'],
    [{ from: ['2026-01-01', '2026-01-02'] }, 'from'],
  ])('refuses %j', async (query, path) => {
    await expect(controller.summarize(query, request)).rejects.toMatchObject({
      code: 'invalid_request',
      extras: { fields: [{ path }] },
    });
  });

  it('means the last thirty days in Shanghai by default', () => {
    // 17:00 UTC is already the next day there.
    expect(withDefaults({}, new Date('2026-03-31T17:00:00Z'))).toEqual({
      from: '2026-03-03',
      to: '2026-04-01',
    });
    expect(withDefaults({ to: '2026-01-30' }, new Date())).toEqual({ from: '2026-01-01', to: '2026-01-30' });
  });
});
