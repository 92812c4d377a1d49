import { AppError } from '@gw/platform';
import { assertUsable, isAllowedAddress } from './assert-usable';

describe('isAllowedAddress', () => {
  it.each<[string, string[], boolean]>([
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7'], false],
    ['203.0.113.8', ['203.0.113.0/24'], true],
    ['203.0.114.8', ['198.51.100.0/24', '203.0.112.0/22'], true],
    ['::ffff:203.0.113.7', ['203.0.113.7'], true],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['203.0.113.7', ['2001:db8::/32'], false],
    ['2001:db8::1', ['0.0.0.0/0'], false],
    ['203.0.113.7', [], false],
    ['203.0.113.7', ['not an address'], false],
    ['not an address', ['0.0.0.0/0'], false],
  ])('%s within %j: %s', (address, allowed, expected) => {
    expect(isAllowedAddress(address, allowed)).toBe(expected);
  });
});

describe('assertUsable', () => {
  const request = { ip: '203.0.113.7', headers: {} };
  const codeOf = (principal: Parameters<typeof assertUsable>[0], from = request) => {
    try {
      assertUsable(principal, from);
      return 'usable';
    } catch (error) {
      return (error as AppError).code;
    }
  };

  it('accepts an active tenant without restrictions', () => {
    expect(codeOf({ tenantStatus: 'active', allowedIps: null })).toBe('usable');
  });

  it.each(['suspended', 'erased'] as const)('refuses a %s tenant', (tenantStatus) => {
    expect(codeOf({ tenantStatus, allowedIps: null })).toBe('tenant_suspended');
  });

  it('refuses a foreign address', () => {
    expect(codeOf({ tenantStatus: 'active', allowedIps: ['198.51.100.1'] })).toBe('key_scope');
  });

  it('refuses a client that cannot read JSON', () => {
    const headers = { accept: 'text/html' };
    expect(codeOf({ tenantStatus: 'active', allowedIps: null }, { ...request, headers })).toBe(
      'not_acceptable',
    );
  });
});
