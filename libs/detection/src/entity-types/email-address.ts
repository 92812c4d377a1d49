import { drawOne, sharesRun } from '../drawing';
import type { DrawSource, EntityType, Match } from '../entity-type';
import { foldText, isAlphanumeric, isLetter, Shadow } from '../shadow';
import { isFullWidth, widen } from '../surface';

const LOCAL_MAX = 64;
const DOMAIN_MAX = 255;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** What ends a file name, not a host name: icon@2x.png. */
const FILE_ENDINGS = new Set(
  'png jpg jpeg gif svg webp bmp ico pdf js ts jsx tsx css scss map json html vue zip md'.split(' '),
);

/** E-mail address, the subset of RFC 5322 that mail providers give out. */
export const emailAddress: EntityType = {
  name: 'EMAIL_ADDRESS',
  label: '邮箱',
  sensitivity: 'medium',
  secret: false,
  reversible: true,
  example: 'zhangweiming@example.com',
  context: {
    before: '邮箱 电子邮箱 邮件 电子邮件 邮件地址 邮箱地址 联系邮箱'.split(' '),
    after: [],
    keys: 'email mail emailaddress mailbox dzyx yx'.split(' '),
    negative: [],
  },
  recognizers: [{ anchors: '@', at: recognize }],
  canonical,
  draw,
  dress: (canonicalValue, surface) => (isFullWidth(surface) ? widen(canonicalValue) : canonicalValue),
  tooClose: (original, lookalike) => sharesRun(original.split('@')[0]!, lookalike.split('@')[0]!),
};

function recognize(shadow: Shadow, position: number): Match | null {
  const start = localStart(shadow, position);
  if (start === position) return null;
  const end = domainEnd(shadow, position + 1);
  if (end === 0) return null;
  const before = shadow.at(start - 1);
  const after = shadow.at(end);
  // user:password@host of a URL, and git@host:path, are no mailboxes.
  if (before === 0x3a && shadow.slice(Math.max(0, start - LOCAL_MAX), start).includes('//')) return null;
  if (after === 0x3a && shadow.slice(start, position).toLowerCase() === 'git') return null;
  return { start, end, score: 0.95, contextScore: 1 };
}

/** Where the local part that ends before `at` starts; `at` itself when there is none. */
function localStart(shadow: Shadow, at: number): number {
  let start = at;
  let previous = 0x40;
  for (let i = at - 1; i >= 0 && at - i <= LOCAL_MAX; i--) {
    const code = shadow.codes[i]!;
    const isDot = code === 0x2e;
    if (!isAlphanumeric(code) && !isDot && code !== 0x2d && code !== 0x5f && code !== 0x2b && code !== 0x25)
      break;
    if (isDot && (previous === 0x2e || previous === 0x40)) break;
    if (isAlphanumeric(code) || code === 0x5f) start = i;
    previous = code;
  }
  return start;
}

/** Where the host name that starts at `from` ends; 0 when there is none with a top-level domain of letters. */
function domainEnd(shadow: Shadow, from: number): number {
  const limit = Math.min(shadow.length, from + DOMAIN_MAX);
  let labelStart = from;
  let labels = 0;
  let end = 0;
  let i = from;
  for (; ; i++) {
    const code = i < limit ? shadow.codes[i]! : 0;
    if (isAlphanumeric(code)) continue;
    if (code === 0x2d && i > labelStart) continue;
    if (i === labelStart) return end;
    labels++;
    if (labels > 1) end = topLevelEnd(shadow, labelStart, i) || end;
    if (code !== 0x2e) return end;
    labelStart = i + 1;
  }
}

/** Where the letters that a label begins with end, when they can be a top-level domain; otherwise 0. */
function topLevelEnd(shadow: Shadow, start: number, end: number): number {
  if (shadow.slice(start, Math.min(end, start + 4)).toLowerCase() === 'xn--') return end;
  let last = start;
  while (last < end && isLetter(shadow.codes[last]!)) last++;
  const letters = shadow.slice(start, last).toLowerCase();
  return letters.length >= 2 && letters.length <= 24 && !FILE_ENDINGS.has(letters) ? last : 0;
}

/** The domain in lower case; the local part as it is, since its case may matter. */
function canonical(surface: string): string {
  const folded = foldText(surface).trim();
  const at = folded.lastIndexOf('@');
  return folded.slice(0, at + 1) + folded.slice(at + 1).toLowerCase();
}

/** A mailbox below example.com (RFC 2606). Addresses of one domain stay together below one name. */
function draw(value: string, random: DrawSource): string {
  const domain = value.slice(value.lastIndexOf('@') + 1);
  const house = random.fixed(`email-domain:${domain}`);
  let name = drawOne(BASE32.slice(0, 26), house);
  for (let i = 0; i < 3; i++) name += drawOne(BASE32, house);
  let local = 'u';
  for (let i = 0; i < 8; i++) local += drawOne(BASE32, random);
  return `${local}@${name}.example.com`;
}
