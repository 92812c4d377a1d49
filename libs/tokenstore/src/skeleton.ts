import { escapeAt } from './escapes';

/** What a character is to the skeleton; a mask, since a run of separators is judged as a whole. */
const Kind = {
  Digit: 1,
  Letter: 2,
  Han: 4,
  /** Spaces, hyphens, middle dots: between digits, or a digit and a letter. */
  Blank: 8,
  /** The ideographic space, also between the characters of a name. */
  WideBlank: 16,
  /** Line breaks, dots, brackets: between digits only. */
  Break: 32,
  /** Markdown emphasis: where it breaks a value. */
  Emphasis: 64,
} as const;

const VALUE = Kind.Digit | Kind.Letter | Kind.Han;
const DROPPABLE = Kind.Blank | Kind.WideBlank | Kind.Break | Kind.Emphasis;
/** Longest run of separators inside a value, and of one emphasis mark; four stars are a mask, not emphasis. */
const RUN_MAX = 6;
const EMPHASIS_MAX = 3;

const Flag = { Gap: 1, Escaped: 2 } as const;

/** Folded code unit of each code unit: full width to ASCII, letters to lower case, one kind of space and hyphen; 0 is dropped. */
const FOLD = foldTable();
const KIND = kindTable();

function foldTable(): Uint16Array {
  const table = Uint16Array.from({ length: 0x10000 }, (_, code) => code);
  for (let code = 0xff01; code <= 0xff5e; code++) table[code] = code - 0xfee0;
  for (let code = 0x2000; code <= 0x200a; code++) table[code] = 0x20;
  for (const code of [0x00a0, 0x202f, 0x205f]) table[code] = 0x20;
  for (const dash of '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fc\ufe58\ufe63')
    table[dash.charCodeAt(0)] = 0x2d;
  for (const dot of '\u30fb\u2022\u2027\u2219\u22c5\uff65') table[dot.charCodeAt(0)] = 0xb7;
  for (let code = 0; code < table.length; code++) {
    const folded = table[code] as number;
    if (folded >= 0x41 && folded <= 0x5a) table[code] = folded + 0x20;
  }
  for (const [from, to] of [
    [0x200b, 0x200f],
    [0x202a, 0x202e],
    [0x2060, 0x2064],
    [0x2066, 0x2069],
    [0xfe00, 0xfe0f],
    [0xfeff, 0xfeff],
    [0x00ad, 0x00ad],
    [0x180e, 0x180e],
  ] as const) {
    table.fill(0, from, to + 1);
  }
  return table;
}

function kindTable(): Uint8Array {
  const table = new Uint8Array(0x10000);
  table.fill(Kind.Digit, 0x30, 0x3a);
  table.fill(Kind.Letter, 0x61, 0x7b);
  table.fill(Kind.Han, 0x3400, 0x4dc0);
  table.fill(Kind.Han, 0x4e00, 0xa000);
  table[0x3007] = Kind.Han;
  for (const blank of ' -\u00b7') table[blank.charCodeAt(0)] = Kind.Blank;
  table[0x3000] = Kind.WideBlank;
  for (const mark of '\n\r\t.()') table[mark.charCodeAt(0)] = Kind.Break;
  for (const mark of '*_`~') table[mark.charCodeAt(0)] = Kind.Emphasis;
  return table;
}

/**
 * A text as it is compared: width and case folded, escapes decoded, zero-width marks gone, separators gone where
 * they only group a value; every unit knows the offsets it came from.
 */
export class Skeleton {
  readonly codes: Uint16Array;
  length = 0;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  private readonly flags: Uint8Array;
  private hasEscapes = false;
  private runStart = -1;
  private runMask = 0;
  private emphasis = 0;
  private isRunTooLong = false;
  private lastKind = 0;

  /** @param inJson the text is JSON: its short escapes are decoded as well */
  constructor(
    readonly text: string,
    inJson = false,
  ) {
    this.codes = new Uint16Array(text.length);
    this.starts = new Int32Array(text.length);
    this.ends = new Int32Array(text.length);
    this.flags = new Uint8Array(text.length);
    for (let i = 0; i < text.length;) {
      const code = text.charCodeAt(i);
      const escape = code === 0x5c || code === 0x26 || code === 0x25 ? escapeAt(text, i, inJson) : null;
      if (escape) {
        this.hasEscapes = true;
        for (let unit = 0; unit < escape.character.length; unit++) {
          this.push(escape.character.charCodeAt(unit), i, escape.end, Flag.Escaped);
        }
        i = escape.end;
      } else {
        this.push(code, i, ++i, 0);
      }
    }
  }

  /** Offset in the text at which a unit starts. */
  startOf(unit: number): number {
    return this.starts[unit] as number;
  }

  /** Offset in the text just after the unit before `unit`. */
  endBefore(unit: number): number {
    return this.ends[unit - 1] as number;
  }

  /** Whether a digit touches a digit, or a Latin letter a letter, on the two sides of a place between units. */
  isInsideToken(unit: number): boolean {
    if (unit <= 0 || unit >= this.length || ((this.flags[unit] as number) & Flag.Gap) !== 0) return false;
    const shared =
      (KIND[this.codes[unit - 1] as number] as number) & (KIND[this.codes[unit] as number] as number);
    return (shared & (Kind.Digit | Kind.Letter)) !== 0;
  }

  /** Whether any unit of a range is spelled with an escape. */
  isEscaped(from: number, to: number): boolean {
    if (!this.hasEscapes) return false;
    for (let unit = from; unit < to; unit++) {
      if (((this.flags[unit] as number) & Flag.Escaped) !== 0) return true;
    }
    return false;
  }

  /** The units that a range of the text overlaps, with all that touches them: from, and to exclusive. */
  wholeTokens(start: number, end: number): { readonly from: number; readonly to: number } {
    let from = 0;
    while (from < this.length && (this.ends[from] as number) <= start) from++;
    let to = from;
    while (to < this.length && (this.starts[to] as number) < end) to++;
    if (from === to) return { from, to };
    while (this.isInsideToken(from)) from--;
    while (this.isInsideToken(to)) to++;
    return { from, to };
  }

  /** Where a range of units, not empty, stands in the text. */
  rangeOf(from: number, to: number): { readonly start: number; readonly end: number } {
    return { start: this.startOf(from), end: this.endBefore(to) };
  }

  /** The folded units of a range. */
  slice(from: number, to: number): string {
    const { buffer } = this.codes;
    return Buffer.from(buffer, from * 2, (to - from) * 2).toString('utf16le');
  }

  toString(): string {
    return this.slice(0, this.length);
  }

  private push(raw: number, start: number, end: number, flags: number): void {
    const code = FOLD[raw] as number;
    if (code === 0) return;
    const kind = KIND[code] as number;
    let gap = 0;
    if ((kind & VALUE) !== 0) {
      if (this.runStart >= 0 && this.isRunDropped(kind)) {
        this.length = this.runStart;
        gap = Flag.Gap;
      }
      this.runStart = -1;
    } else if ((kind & DROPPABLE) !== 0) {
      this.extendRun(kind);
    } else {
      this.runStart = -1;
      this.lastKind = 0;
    }
    if ((kind & VALUE) !== 0) this.lastKind = kind;
    this.codes[this.length] = code;
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.flags[this.length++] = flags | gap;
  }

  private extendRun(kind: number): void {
    if (this.runStart < 0) {
      if (this.lastKind === 0) return;
      this.runStart = this.length;
      this.runMask = 0;
      this.emphasis = 0;
      this.isRunTooLong = false;
    }
    this.runMask |= kind;
    this.emphasis = kind === Kind.Emphasis ? this.emphasis + 1 : 0;
    if (this.emphasis > EMPHASIS_MAX || this.length - this.runStart >= RUN_MAX) this.isRunTooLong = true;
  }

  private isRunDropped(next: number): boolean {
    if (this.isRunTooLong) return false;
    const mask = this.runMask;
    const kinds = this.lastKind | next;
    if ((mask & Kind.Break) !== 0) return kinds === Kind.Digit;
    if ((mask & Kind.WideBlank) !== 0 && (mask & Kind.Blank) === 0 && kinds === Kind.Han) return true;
    if ((mask & (Kind.Blank | Kind.WideBlank)) !== 0)
      return (kinds & Kind.Han) === 0 && (kinds & Kind.Digit) !== 0;
    return true;
  }
}

/** The skeleton of a value that stands alone. */
export function skeletonOf(value: string): string {
  return new Skeleton(value).toString();
}

/** The separators of a value that a skeleton would drop: they are part of it, as the dots of 198.18.3.4. */
export function meaningfulSeparators(value: string): string {
  let separators = '';
  for (const unit of value) {
    const code = FOLD[unit.charCodeAt(0)] as number;
    if (((KIND[code] as number) & DROPPABLE) !== 0) separators += String.fromCharCode(code);
  }
  return separators;
}

/** Folded, with no separators but the given ones. */
export function foldKeeping(text: string, separators: string): string {
  let folded = '';
  for (let i = 0; i < text.length; i++) {
    const code = FOLD[text.charCodeAt(i)] as number;
    if (code === 0) continue;
    const isSeparator = ((KIND[code] as number) & DROPPABLE) !== 0;
    if (!isSeparator || separators.includes(String.fromCharCode(code))) folded += String.fromCharCode(code);
  }
  return folded;
}

/** Whether a character is part of a value rather than of its clothes: a digit, a Latin letter, a Han character. */
export function isValueCharacter(character: string): boolean {
  return character.length > 1 || ((KIND[FOLD[character.charCodeAt(0)] as number] as number) & VALUE) !== 0;
}

/** Whether a character means nothing and shows nothing. */
export function isIgnorableCharacter(character: string): boolean {
  return FOLD[character.charCodeAt(0)] === 0;
}
