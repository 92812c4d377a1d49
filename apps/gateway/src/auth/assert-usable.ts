import ipaddr from 'ipaddr.js';
import type { FastifyRequest } from 'fastify';
import { AppError, assertAcceptsJson } from '@gw/platform';
import type { Principal } from '@gw/tenancy';

/**
 * What must hold before an authenticated caller is served: an active tenant, an allowed address, and a client
 * that can read the answer.
 * @throws AppError tenant_suspended, key_scope, not_acceptable
 */
export function assertUsable(
  principal: Pick<Principal, 'tenantStatus' | 'allowedIps'>,
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
): void {
  if (principal.tenantStatus !== 'active') throw new AppError('tenant_suspended');
  if (principal.allowedIps && !isAllowedAddress(request.ip, principal.allowedIps)) {
    throw new AppError('key_scope');
  }
  assertAcceptsJson(request.headers);
}

/**
 * @param address IPv4, IPv6, or IPv4 in IPv6 form
 * @param allowed addresses and CIDR ranges; one that cannot be read allows nothing
 */
export function isAllowedAddress(address: string, allowed: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return allowed.some((entry) => {
    const range = readRange(entry);
    return range !== null && caller.kind() === range[0].kind() && caller.match(range);
  });
}

function readRange(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (!ipaddr.isValid(entry)) return null;
  const single = ipaddr.process(entry);
  return [single, single.kind() === 'ipv4' ? 32 : 128];
}
