/** How a character was written: as itself, or escaped the way JSON, HTML or a URL does. */
export type Notation = 'plain' | 'json' | 'html' | 'url';

/**
 * A text as a reader sees it, with a way back: full width folded (NFKC), case folded, escapes decoded, zero-width
 * characters and Markdown emphasis dropped, separators dropped between digits. `19407315562`, `194-0731-5562`,
 * `１９４ 0731 5562` and `**194**07315562` have one skeleton.
 */
export class Skeleton {
  readonly text: string;
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly notations: Notation[] = [];

  constructor(readonly raw: string) {
    const characters: string[] = [];
    for (const unit of visibleUnits(raw)) {
      characters.push(unit.character);
      this.starts.push(unit.start);
      this.ends.push(unit.end);
      this.notations.push(unit.notation);
    }
    this.text = characters.join('');
  }

  rawStart(index: number): number {
    return this.starts[index] as number;
  }

  /** Raw end of the skeleton range that ends (exclusive) at `index`. */
  rawEnd(index: number): number {
    return this.ends[index - 1] as number;
  }

  /** The notation of a whole range, or plain where it is mixed. */
  notation(start: number, end: number): Notation {
    const first = this.notations[start] as Notation;
    for (let i = start + 1; i < end; i++) if (this.notations[i] !== first) return 'plain';
    return first;
  }
}

interface Unit {
  readonly character: string;
  readonly start: number;
  readonly end: number;
  readonly notation: Notation;
}

const IGNORABLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]/;
const EMPHASIS = new Set(['*', '`', '_', '~']);
const SEPARATORS = new Set([' ', '-', '\n', '\r', '\t', '\u00a0', '\u3000', '–', '—', '‐', '‑', '−']);
/** A longer gap stands between two numbers, not inside one. */
const SEPARATORS_MAX = 3;
const NAMED_ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/y;
const JSON_ESCAPE = /\\u([0-9a-fA-F]{4})/y;
const URL_ESCAPES = /(?:%[0-9a-fA-F]{2})+/y;

function visibleUnits(raw: string): Unit[] {
  const visible: Unit[] = [];
  let gap: Unit[] = [];
  for (const unit of units(raw)) {
    if (IGNORABLE.test(unit.character) || EMPHASIS.has(unit.character)) continue;
    if (SEPARATORS.has(unit.character)) {
      gap.push(unit);
      continue;
    }
    const isInsideNumber =
      gap.length <= SEPARATORS_MAX && isDigit(visible.at(-1)?.character) && isDigitLike(unit.character);
    if (!isInsideNumber) visible.push(...gap);
    gap = [];
    visible.push(unit);
  }
  visible.push(...gap);
  return visible;
}

function units(raw: string): Unit[] {
  const all: Unit[] = [];
  for (let i = 0; i < raw.length;) {
    const escaped = escapedUnits(raw, i);
    if (escaped) {
      all.push(...escaped);
      i = escaped.at(-1)!.end;
    } else {
      all.push({ character: fold(raw[i]!), start: i, end: i + 1, notation: 'plain' });
      i++;
    }
  }
  return all;
}

function escapedUnits(raw: string, at: number): Unit[] | undefined {
  switch (raw[at]) {
    case '\\': {
      const match = matchAt(JSON_ESCAPE, raw, at);
      return match
        ? [unitOf(String.fromCharCode(parseInt(match[1]!, 16)), at, match[0].length, 'json')]
        : undefined;
    }
    case '&': {
      const match = matchAt(ENTITY, raw, at);
      const character = match && entityCharacter(match);
      return character ? splitUnit(character, at, match[0].length, 'html') : undefined;
    }
    case '%': {
      const match = matchAt(URL_ESCAPES, raw, at);
      return match ? urlUnits(match[0], at) : undefined;
    }
    default:
      return undefined;
  }
}

function entityCharacter([, decimal, hex, name]: RegExpExecArray): string | undefined {
  if (name) return NAMED_ENTITIES[name];
  const code = decimal ? Number(decimal) : parseInt(hex!, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function urlUnits(escapes: string, at: number): Unit[] | undefined {
  let text: string;
  try {
    text = decodeURIComponent(escapes);
  } catch {
    return undefined;
  }
  const result: Unit[] = [];
  let start = at;
  for (const character of text) {
    const length = Buffer.byteLength(character) * 3;
    result.push(...splitUnit(character, start, length, 'url'));
    start += length;
  }
  return result;
}

/** An astral character is two units; the raw range stays with the second. */
function splitUnit(character: string, start: number, length: number, notation: Notation): Unit[] {
  if (character.length === 1) return [unitOf(character, start, length, notation)];
  return [unitOf(character[0]!, start, 0, notation), unitOf(character[1]!, start, length, notation)];
}

function unitOf(character: string, start: number, length: number, notation: Notation): Unit {
  return { character: fold(character), start, end: start + length, notation };
}

function fold(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? character.toLowerCase() : character;
  if ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0xd800 && code <= 0xdfff)) return character;
  const folded = character.normalize('NFKC');
  return folded.length === 1 ? folded.toLowerCase() : character;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

/** The check character of an ID number may be an X. */
function isDigitLike(character: string): boolean {
  return isDigit(character) || character === 'x';
}
