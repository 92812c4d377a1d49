import { drawOne } from '../drawing';
import type { DrawSource, EntityType, Match } from '../entity-type';
import { endsGluedLabel } from '../glued-label';
import { isAlphanumeric, isHexDigit, Shadow } from '../shadow';
import { alphanumerics, dressLike } from '../surface';

const FORM =
  /(?:[0-9A-F]{2}([:-])(?:[0-9A-F]{2}\1){4}[0-9A-F]{2}|[0-9A-F]{4}\.[0-9A-F]{4}\.[0-9A-F]{4})(?![0-9A-Z])(?![:.-][0-9A-F])/iy;

/** MAC address (EUI-48) in six pairs or, as routers print it, three groups of four. */
export const macAddress: EntityType = {
  name: 'MAC_ADDRESS',
  label: 'MAC地址',
  sensitivity: 'medium',
  secret: false,
  reversible: true,
  example: '3C:22:FB:4A:9D:10',
  context: {
    before: 'mac mac地址 物理地址 网卡 网卡地址 硬件地址 蓝牙 wifi bssid ether'.split(' '),
    after: [],
    keys: 'mac macaddr macaddress bssid ether hwaddr devicemac wifimac'.split(' '),
    negative: '指纹 哈希 时间 fingerprint sha hash time'.split(' '),
  },
  recognizers: [{ anchors: ':-.', at: recognize }],
  canonical,
  draw,
  dress: dressLike,
  tooClose: (original, lookalike) => original.slice(3) === lookalike.slice(3),
};

/** Looks at the first separator of an address only. */
function recognize(shadow: Shadow, position: number): Match | null {
  const separator = shadow.codes[position]!;
  const width = separator === 0x2e ? 4 : 2;
  const start = position - width;
  if (start < 0 || shadow.at(position + width + 1) !== separator) return null;
  for (let i = start; i < position; i++) if (!isHexDigit(shadow.codes[i]!)) return null;
  const before = shadow.at(start - 1);
  if (
    isAlphanumeric(before)
      ? !endsGluedLabel(shadow, start)
      : before === separator && endsGroup(shadow, start - 1, width)
  ) {
    return null;
  }
  FORM.lastIndex = start;
  const form = FORM.exec(shadow.folded);
  if (!form) return null;
  const address = alphanumerics(form[0]);
  if (/^(?:0{12}|F{12})$/.test(address)) return null;
  // Pairs of decimal digits alone may be a time or a serial number.
  return { start, end: start + form[0].length, score: /[A-F]/.test(address) ? 0.9 : 0.4, contextScore: 0.95 };
}

/** Whether a hexadecimal group of exactly this width ends before an offset. */
function endsGroup(shadow: Shadow, end: number, width: number): boolean {
  for (let i = end - width; i < end; i++) if (!isHexDigit(shadow.at(i))) return false;
  return !isAlphanumeric(shadow.at(end - width - 1));
}

/** Six pairs, colons between them. */
function canonical(surface: string): string {
  return alphanumerics(surface).replace(/..(?=.)/g, '$&:');
}

/** Locally administered, which no manufacturer gives out. One letter at least, so that it cannot be a time. */
function draw(_canonical: string, random: DrawSource): string | null {
  let drawn = '02';
  while (drawn.length < 12) drawn += drawOne('0123456789ABCDEF', random);
  return /[A-F]/.test(drawn) ? canonical(drawn) : null;
}
