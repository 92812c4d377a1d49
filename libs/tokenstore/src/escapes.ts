/** One character that a text spells with an escape. */
export interface Escape {
  /** One code unit, or two for an astral character. */
  readonly character: string;
  /** Offset just after the escape. */
  readonly end: number;
}

const JSON_UNICODE = /\\{1,8}u([0-9a-fA-F]{4})/y;
const JSON_SHORT = /\\([nrtbf"\\/])/y;
const HTML = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(nbsp|ensp|emsp|thinsp|amp|lt|gt|quot|apos|shy));/y;
const PERCENT = /%[0-9a-fA-F]{2}/y;
const PERCENT_LENGTH = 3;

const SHORT: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const NAMED: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  shy: '\u00ad',
};

/**
 * The character an escape at this offset stands for: `\u5f20`, `&#24352;`, `%E5%BC%A0`; null when there is none.
 * @param inJson the text is JSON, so that `\n` is a line break as well
 */
export function escapeAt(text: string, offset: number, inJson = false): Escape | null {
  switch (text.charCodeAt(offset)) {
    case 0x5c:
      return jsonEscape(text, offset, inJson);
    case 0x26:
      return htmlEscape(text, offset);
    case 0x25:
      return percentEscape(text, offset);
    default:
      return null;
  }
}

function jsonEscape(text: string, offset: number, inJson: boolean): Escape | null {
  JSON_UNICODE.lastIndex = offset;
  const unicode = JSON_UNICODE.exec(text);
  if (unicode) {
    return {
      character: String.fromCharCode(parseInt(unicode[1] as string, 16)),
      end: JSON_UNICODE.lastIndex,
    };
  }
  if (!inJson) return null;
  JSON_SHORT.lastIndex = offset;
  const short = JSON_SHORT.exec(text)?.[1];
  return short === undefined ? null : { character: SHORT[short] ?? short, end: offset + 2 };
}

function htmlEscape(text: string, offset: number): Escape | null {
  HTML.lastIndex = offset;
  const match = HTML.exec(text);
  if (!match) return null;
  const [all, decimal, hex, name] = match;
  const end = offset + all.length;
  if (name !== undefined) return { character: NAMED[name] as string, end };
  const code = decimal === undefined ? parseInt(hex as string, 16) : Number(decimal);
  return code > 0x10ffff ? null : { character: String.fromCodePoint(code), end };
}

function percentEscape(text: string, offset: number): Escape | null {
  const lead = byteAt(text, offset);
  const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (lead < 0 || length === 0) return null;
  const end = offset + length * PERCENT_LENGTH;
  for (let at = offset + PERCENT_LENGTH; at < end; at += PERCENT_LENGTH) {
    if ((byteAt(text, at) & 0xc0) !== 0x80) return null;
  }
  try {
    return { character: decodeURIComponent(text.slice(offset, end)), end };
  } catch {
    return null;
  }
}

/** The byte that `%E5` at this offset spells; -1 for none. */
function byteAt(text: string, offset: number): number {
  PERCENT.lastIndex = offset;
  return PERCENT.test(text) ? parseInt(text.slice(offset + 1, offset + PERCENT_LENGTH), 16) : -1;
}

/** A text with its escapes decoded. */
export function decodeEscapes(text: string): string {
  let decoded = '';
  for (let i = 0; i < text.length;) {
    const escape = escapeAt(text, i);
    decoded += escape ? escape.character : text[i];
    i = escape ? escape.end : i + 1;
  }
  return decoded;
}

/** Writes a value the way `raw` is written: where that has escapes, this has the same kind. */
export function encodeLike(value: string, raw: string): string {
  const backslashes = /\\+(?=u[0-9a-fA-F]{4})/.exec(raw)?.[0];
  if (backslashes !== undefined) return encodeJson(value, backslashes);
  if (/%[0-9a-fA-F]{2}/.test(raw)) return encodeURIComponent(value);
  if (/&(?:#\w+|[a-z]+);/.test(raw)) {
    return value.replace(/[^\x20-\x7e]|[&<>"']/gu, (character) => `&#${character.codePointAt(0)};`);
  }
  return value;
}

function encodeJson(value: string, backslashes: string): string {
  return value.replace(
    /[^\x20-\x7e]|["\\]/g,
    (unit) => `${backslashes}u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
