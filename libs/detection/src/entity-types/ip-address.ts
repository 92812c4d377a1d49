import type { DrawSource, EntityType, Match } from '../entity-type';
import { endsGluedLabel } from '../glued-label';
import { foldText, isAlphanumeric, isDigit, isHexDigit, Shadow } from '../shadow';
import { isFullWidth, widen } from '../surface';

/** The longest IPv6 address in text form, with an IPv4 tail. */
const IPV6_MAX = 45;

const IPV4 = /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?![0-9A-Za-z_])(?!\.[0-9A-Za-z])/y;

/** IPv4 address in dotted decimal, IPv6 address (RFC 4291). Netmasks, loopback and unspecified addresses are nobody's. */
export const ipAddress: EntityType = {
  name: 'IP_ADDRESS',
  label: 'IP地址',
  sensitivity: 'medium',
  secret: false,
  reversible: true,
  example: '203.0.113.42',
  context: {
    before: 'ip ip地址 ipv4 ipv6 登录ip 来源ip 客户端 服务器 主机 网关 登录地址 访问来源 host'.split(' '),
    after: '登录'.split(' '),
    keys: 'ip ipaddr ipaddress clientip remoteip remoteaddr srcip dstip sourceip loginip host ipv4 ipv6 xforwardedfor addr'.split(
      ' ',
    ),
    negative:
      '版本 版本号 章节 章 节 第 条 款 固件 version ver release oid v build firmware mask netmask 掩码 子网掩码'.split(
        ' ',
      ),
  },
  recognizers: [
    { anchors: '.', at: recognizeV4 },
    { anchors: ':', at: recognizeV6 },
  ],
  canonical,
  draw,
  dress: (value, surface) => {
    const cased = /[A-F]/.test(foldText(surface)) ? value.toUpperCase() : value;
    return isFullWidth(surface) ? widen(cased) : cased;
  },
  tooClose: (original, lookalike) =>
    original.split(/[.:]/).slice(-2).join() === lookalike.split(/[.:]/).slice(-2).join(),
};

/** Looks at the first dot of an address only. */
function recognizeV4(shadow: Shadow, dot: number): Match | null {
  let start = dot;
  while (dot - start < 4 && isDigit(shadow.at(start - 1))) start--;
  const before = shadow.at(start - 1);
  if (start === dot || before === 0x2e || before === 0x5f) return null;
  if (isAlphanumeric(before) && !endsGluedLabel(shadow, start)) return null;
  if (before === 0x2d && isAlphanumeric(shadow.at(start - 2))) return null;
  IPV4.lastIndex = start;
  const candidate = IPV4.exec(shadow.folded);
  if (!candidate) return null;
  const octets = candidate.slice(1).map(Number);
  if (octets.some((octet, i) => octet > 255 || String(octet) !== candidate[i + 1]) || isNobodys(octets))
    return null;
  // All numbers small: as likely a section or a version.
  const isAmbiguous = octets[0] !== 10 && octets.every((octet) => octet <= 30);
  return { start, end: start + candidate[0].length, score: isAmbiguous ? 0.45 : 0.75, contextScore: 0.95 };
}

function isNobodys(octets: readonly number[]): boolean {
  return (
    octets[0] === 0 || octets[0] === 127 || (octets[0] === 255 && (octets[1] === 255 || octets[1] === 0))
  );
}

/** Looks at the first colon of an address only. */
function recognizeV6(shadow: Shadow, colon: number): Match | null {
  let start = colon;
  while (colon - start < 5 && isHexDigit(shadow.at(start - 1))) start--;
  const before = shadow.at(start - 1);
  if (colon - start > 4 || isAlphanumeric(before) || before === 0x3a || before === 0x2e) return null;
  const after = shadow.at(colon + 1);
  if (!isHexDigit(after) && after !== 0x3a) return null;
  if (start === colon && after !== 0x3a) return null;
  let end = colon;
  while (end - start <= IPV6_MAX && isIpv6Character(shadow.at(end))) end++;
  while (
    end > colon &&
    (shadow.at(end - 1) === 0x2e || (shadow.at(end - 1) === 0x3a && shadow.at(end - 2) !== 0x3a))
  )
    end--;
  if (end - start > IPV6_MAX || isAlphanumeric(shadow.at(end))) return null;
  const groups = expandIpv6(shadow.slice(start, end));
  if (!groups || groups.slice(0, 7).every((group) => group === '0')) return null;
  // `face::add` is an address, and a method; a digit or a third group decides.
  const written = shadow.slice(start, end).split(':').filter(Boolean);
  const isClear =
    (written.length >= 3 && written.some((group) => /\d/.test(group))) || written.at(-1)!.includes('.');
  return { start, end, score: isClear ? 0.9 : 0.3, contextScore: 0.95 };
}

function isIpv6Character(code: number): boolean {
  return isHexDigit(code) || code === 0x3a || code === 0x2e;
}

/** The eight groups of an IPv6 address without leading zeros, in lower case; null for anything else. */
function expandIpv6(text: string): string[] | null {
  if (!text.includes('::') && text.split(':').length < 7) return null;
  const halves = text
    .toLowerCase()
    .replace(/(?<=:)\d+\.\d+\.\d+\.\d+$/, ipv4AsGroups)
    .split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const count = head!.length + (tail?.length ?? 0);
  if (tail ? count > 7 : count !== 8) return null;
  const groups = [...head!, ...Array<string>(8 - count).fill('0'), ...(tail ?? [])];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))
    ? groups.map((group) => group.replace(/^0+(?=.)/, ''))
    : null;
}

function ipv4AsGroups(address: string): string {
  const octets = address.split('.').map(Number);
  if (octets.some((octet) => octet > 255)) return 'x';
  return `${(octets[0]! * 256 + octets[1]!).toString(16)}:${(octets[2]! * 256 + octets[3]!).toString(16)}`;
}

function canonical(surface: string): string {
  const folded = foldText(surface);
  return folded.includes(':') ? (expandIpv6(folded)?.join(':') ?? folded.toLowerCase()) : folded;
}

/** Addresses of one network stay in one: of one /24 (one /64 in IPv6). */
function draw(value: string, random: DrawSource): string {
  if (value.includes(':')) return drawV6(value, random);
  const network = random.fixed(`ipv4-network:${value.slice(0, value.lastIndexOf('.'))}`);
  const host = 1 + random.int(254);
  const benchmark = network.int(512);
  const reserved = network.int(15 * 65_536);
  // 198.18.0.0/15 (RFC 2544) holds 130,000 addresses; a part of the draws goes to 240.0.0.0/4, which holds millions,
  // so that a tenant with more still gets one within a few attempts.
  const choice = random.int(12);
  if (choice < 10) return `198.${18 + (benchmark >> 8)}.${benchmark & 255}.${host}`;
  const free = choice === 10 ? reserved : random.int(15 * 65_536);
  return `${240 + (free >> 16)}.${(free >> 8) & 255}.${free & 255}.${host}`;
}

/** Below 2001:db8::/32 (RFC 3849). */
function drawV6(value: string, random: DrawSource): string {
  const network = random.fixed(`ipv6-network:${value.split(':').slice(0, 4).join(':')}`);
  const groups = [network, network, random, random, random, random].map((source) =>
    (1 + source.int(0xffff)).toString(16),
  );
  return `2001:db8:${groups.join(':')}`;
}
