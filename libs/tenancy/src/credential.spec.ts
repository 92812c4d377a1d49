import { hashSecret, parseApiKey, parseOperatorToken, secretMatches } from './credential';

const SECRET = 'A1b2'.repeat(11).slice(0, 43);

describe('parseApiKey', () => {
  it('splits a well-formed key', () => {
    expect(parseApiKey(`gw_live_1001_${SECRET}`)).toEqual({
      environment: 'live',
      number: '1001',
      secret: SECRET,
    });
    expect(parseApiKey(`gw_test_7_${SECRET}`)?.environment).toBe('test');
  });

  it.each([
    '',
    'gw',
    `gw_prod_1_${SECRET}`,
    `gw_live_0_${SECRET}`,
    `gw_live_01_${SECRET}`,
    `gw_live_-1_${SECRET}`,
    `gw_live_1.5_${SECRET}`,
    `gw_live_${'9'.repeat(19)}_${SECRET}`,
    `gw_live_1_${SECRET}x`,
    `gw_live_1_${SECRET.slice(1)}`,
    `gw_live_1_${SECRET.slice(1)}-`,
    `gw_live_1_${SECRET}\n`,
    ` gw_live_1_${SECRET}`,
    `GW_LIVE_1_${SECRET}`,
    `gwop_1_${SECRET}`,
  ])('refuses %j', (text) => expect(parseApiKey(text)).toBeNull());
});

it('parseOperatorToken takes no key of a tenant', () => {
  expect(parseOperatorToken(`gwop_101_${SECRET}`)).toMatchObject({ number: '101', secret: SECRET });
  expect(parseOperatorToken(`gw_live_101_${SECRET}`)).toBeNull();
});

describe('secretMatches', () => {
  const key = Buffer.alloc(32, 1);

  it('tells the right secret of the right number', () => {
    const stored = hashSecret(key, '1', SECRET);
    expect(secretMatches(hashSecret(key, '1', SECRET), stored)).toBe(true);
    expect(secretMatches(hashSecret(key, '2', SECRET), stored)).toBe(false);
    expect(secretMatches(hashSecret(Buffer.alloc(32, 2), '1', SECRET), stored)).toBe(false);
  });

  it('is never true without a stored hash, even for zeros', () => {
    expect(secretMatches(Buffer.alloc(32), null)).toBe(false);
    expect(secretMatches(Buffer.alloc(32), Buffer.alloc(0))).toBe(false);
  });
});
