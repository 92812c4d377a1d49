import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** Where clouds tell credentials to whoever asks; outside the link-local range, so named one by one. */
const METADATA_ADDRESSES = [
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
];
const METADATA_NAMES = [
  'metadata',
  'metadata.google.internal',
  'instance-data',
  'instance-data.ec2.internal',
];

/**
 * Whether a connection to this address may be opened: public unicast addresses always, private and loopback ones
 * only where a named range covers them, link-local, cloud metadata, multicast and the rest never.
 * @param address IPv4, IPv6, or IPv4 in IPv6 form
 * @param allowedCidrs ranges of `GW_UPSTREAM_PRIVATE_CIDRS`
 */
export function isAddressAllowed(address: string, allowedCidrs: readonly string[]): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (METADATA_ADDRESSES.some((metadata) => isSame(parsed, ipaddr.parse(metadata)))) return false;
  switch (parsed.range()) {
    case 'unicast':
      return true;
    case 'private':
    case 'loopback':
    case 'uniqueLocal':
    case 'carrierGradeNat':
      return allowedCidrs.some((cidr) => covers(cidr, parsed));
    default:
      return false;
  }
}

/**
 * Checks a channel's base URL when it is saved; a name is checked again, by its addresses, at every connection.
 * @returns what is wrong with it, in words for an operator that quote nothing, or null
 */
export function checkBaseUrl(text: string, allowedCidrs: readonly string[]): string | null {
  const url = parse(text);
  if (!url) return 'must be an absolute URL';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must start with https://';
  if (url.search || url.hash) return 'must not have a query or fragment';
  const host = hostOf(url);
  const problem = checkHost(url, host, allowedCidrs);
  if (problem !== null || url.protocol === 'https:') return problem;
  // A name behind http is allowed only if some private range is: the connection then checks its address.
  const mayBePrivate = isIP(host) === 0 ? allowedCidrs.length > 0 : !isAddressAllowed(host, []);
  return mayBePrivate ? null : 'must start with https:// unless it points into an allowed private range';
}

/** As `checkBaseUrl`, for the proxy of a channel, which may be spoken to by http: what passes through it is TLS. */
export function checkProxyUrl(text: string, allowedCidrs: readonly string[]): string | null {
  const url = parse(text);
  if (!url) return 'must be an absolute URL';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must start with http:// or https://';
  if (url.search || url.hash || url.pathname !== '/') return 'must be a host and port only';
  return checkHost(url, hostOf(url), allowedCidrs);
}

function parse(text: string): URL | null {
  // URL would silently drop what stands around or inside the text.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) return null;
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** The host as a connection sees it: `URL` has already turned decimal, octal and hexadecimal IPv4 into dotted form. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function checkHost(url: URL, host: string, allowedCidrs: readonly string[]): string | null {
  if (url.username || url.password) return 'must not hold credentials';
  if (host === '') return 'must name a host';
  const isLocalName = host === 'localhost' || host.endsWith('.localhost');
  const address = isLocalName ? '127.0.0.1' : host;
  if (isIP(address) !== 0 && !isAddressAllowed(address, allowedCidrs))
    return 'must not point to this address';
  return METADATA_NAMES.includes(host) ? 'must not point to this address' : null;
}

function isSame(one: ipaddr.IPv4 | ipaddr.IPv6, other: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return one.kind() === other.kind() && one.toNormalizedString() === other.toNormalizedString();
}

function covers(cidr: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (!ipaddr.isValidCIDR(cidr)) return false;
  const [network, bits] = ipaddr.parseCIDR(cidr);
  return network.kind() === address.kind() && address.match([network, bits]);
}
