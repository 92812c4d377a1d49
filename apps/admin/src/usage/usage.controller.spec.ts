import { usageQuery, withDefaults } from './usage.controller';

it('means the last thirty days in Shanghai by default', () => {
  // 17:00 UTC is already the next day there.
  expect(withDefaults({}, new Date('2026-03-31T17:00:00Z'))).toEqual({
    from: '2026-03-03',
    to: '2026-04-01',
  });
  expect(withDefaults({ to: '2026-01-30' }, new Date())).toEqual({ from: '2026-01-01', to: '2026-01-30' });
});

it.each([
  { from: '2026-02-30' },
  { from: '2026-02-02', to: '2026-02-01' },
  { group_by: 'hour' },
  { tenant: 'x' },
])('refuses %j', (query) => expect(usageQuery.safeParse(query).success).toBe(false));
