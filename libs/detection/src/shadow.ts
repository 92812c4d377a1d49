/** Marks that may stand between the characters of a value and mean nothing: zero-width, bidi, soft hyphen, variation selectors. */
function isIgnorable(code: number): boolean {
  return (
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2064) ||
    (code >= 0x2066 && code <= 0x2069) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    code === 0x00ad ||
    code === 0x180e
  );
}

const DASHES = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fc\ufe58\ufe63';
const MIDDLE_DOTS = '\u30fb\u2022\u2027\u2219\u22c5\uff65';

const IGNORABLE = 0x10000;

/**
 * One code unit for each code unit: full width to ASCII, every space to a space, every dash to a hyphen, every middle
 * dot to `·`. Ignorable ones stay and carry a flag.
 */
const FOLD = foldTable();

function foldTable(): Uint32Array {
  const table = new Uint32Array(0x10000);
  for (let code = 0; code < table.length; code++) table[code] = isIgnorable(code) ? code | IGNORABLE : code;
  for (let code = 0xff01; code <= 0xff5e; code++) table[code] = code - 0xfee0;
  for (let code = 0x2000; code <= 0x200a; code++) table[code] = 0x20;
  for (const code of [0x3000, 0x00a0, 0x202f, 0x205f]) table[code] = 0x20;
  for (const dash of DASHES) table[dash.charCodeAt(0)] = 0x2d;
  for (const dot of MIDDLE_DOTS) table[dot.charCodeAt(0)] = 0xb7;
  table[0xffe5] = 0xa5;
  return table;
}

/** A text and its folded view of the same length, so that an offset in one is an offset in the other. */
export class Shadow {
  readonly codes: Uint16Array;
  private readonly hasIgnorable: boolean;
  private origins: Int32Array | undefined;
  private foldedText: string | undefined;

  constructor(readonly text: string) {
    const length = text.length;
    const codes = new Uint16Array(length);
    let flags = 0;
    for (let i = 0; i < length; i++) {
      const folded = FOLD[text.charCodeAt(i)]!;
      flags |= folded;
      codes[i] = folded;
    }
    this.codes = codes;
    this.hasIgnorable = (flags & IGNORABLE) !== 0;
  }

  /**
   * The text without its ignorable characters, so that no recognizer has to think of them; itself when there are none.
   * Its offsets go back through `sourceStart` and `sourceEnd`.
   */
  compact(): Shadow {
    if (!this.hasIgnorable) return this;
    const kept: number[] = [];
    let text = '';
    for (let i = 0; i < this.length; i++) {
      if ((FOLD[this.codes[i]!]! & IGNORABLE) !== 0) continue;
      kept.push(i);
      text += this.text[i]!;
    }
    const compact = new Shadow(text);
    compact.origins = Int32Array.from(kept);
    return compact;
  }

  /** Where a span that starts here starts in the text this was compacted from. */
  sourceStart(start: number): number {
    return this.origins ? this.origins[start]! : start;
  }

  /** Where a span that ends here ends in the text this was compacted from. */
  sourceEnd(end: number): number {
    return this.origins ? this.origins[end - 1]! + 1 : end;
  }

  get length(): number {
    return this.codes.length;
  }

  /** The folded view as a string. */
  get folded(): string {
    if (this.foldedText === undefined) {
      const { buffer, byteOffset, byteLength } = this.codes;
      this.foldedText = Buffer.from(buffer, byteOffset, byteLength).toString('utf16le');
    }
    return this.foldedText;
  }

  /** Folded code unit at an offset, 0 outside the text. */
  at(offset: number): number {
    return offset >= 0 && offset < this.codes.length ? this.codes[offset]! : 0;
  }

  /** Folded text of a span. */
  slice(start: number, end: number): string {
    return this.folded.slice(start, end);
  }
}

/** Folded, without ignorable characters. */
export function foldText(text: string): string {
  return new Shadow(text).compact().folded;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

export function isAlphanumeric(code: number): boolean {
  return isDigit(code) || isLetter(code);
}

export function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}
