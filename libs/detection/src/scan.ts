import type { AnchorRecognizer, EntityType, Match, RunRecognizer } from './entity-type';
import { endsGluedLabel } from './glued-label';
import { Run, Separator } from './run';
import { isDigit, isLetter, Shadow } from './shadow';

const OTHER = 0;
const DIGIT = 1;
const LETTER = 2;
const KIND_MASK = 3;
const ANCHOR = 4;

/** The longest run any type asks for; a longer word is nothing of ours. */
const RUN_LENGTH_MAX = 24;
/** Characters between two groups of one value. */
const GAP_MAX = 3;
/** Groups of one value; only a value spelled out character by character, standing alone, has more. */
const GROUPS_MAX = 6;
const WORDS_MAX = 256;
const CODES_MAX = 4096;

interface Asked<R> {
  readonly type: EntityType;
  readonly recognizer: R;
}

/**
 * Finds the candidates of all structured types in one pass over a text. Words of digits and letters are joined to
 * windows across single separators; a window is shown only to the types that ask for its length. Time is linear in the
 * text: at each word the scan looks back over at most `RUN_LENGTH_MAX` characters.
 * An instance keeps buffers between calls: one at a time.
 */
export class Scanner {
  private readonly kinds = new Uint8Array(0x10000);
  private readonly digitRuns: Asked<RunRecognizer>[][] = [];
  private readonly mixedRuns: Asked<RunRecognizer>[][] = [];
  private readonly anchors = new Map<number, Asked<AnchorRecognizer>[]>();

  private readonly run = new Run();
  private readonly codes = new Uint8Array(CODES_MAX);
  private readonly offsets = new Int32Array(CODES_MAX);
  private codeCount = 0;
  private readonly wordFirst = new Int32Array(WORDS_MAX);
  private readonly wordLength = new Uint8Array(WORDS_MAX);
  private readonly wordHasLetter = new Uint8Array(WORDS_MAX);
  /** Separators between a word and the one before it, 0 for the first of a chain. */
  private readonly gapBefore = new Uint8Array(WORDS_MAX);
  private wordCount = 0;

  private shadow!: Shadow;
  private emit!: (type: EntityType, match: Match) => void;

  constructor(types: readonly EntityType[]) {
    for (let code = 0; code < this.kinds.length; code++) this.kinds[code] = kindOf(code);
    for (let length = 0; length <= RUN_LENGTH_MAX; length++) {
      this.digitRuns.push([]);
      this.mixedRuns.push([]);
    }
    for (const type of types) {
      for (const recognizer of type.recognizers) {
        if ('anchors' in recognizer) this.addAnchor({ type, recognizer });
        else this.addRun({ type, recognizer });
      }
    }
  }

  private addAnchor(asked: Asked<AnchorRecognizer>): void {
    for (const character of asked.recognizer.anchors) {
      const code = character.charCodeAt(0);
      this.kinds[code]! |= ANCHOR;
      this.anchors.set(code, [...(this.anchors.get(code) ?? []), asked]);
    }
  }

  private addRun(asked: Asked<RunRecognizer>): void {
    for (const length of asked.recognizer.lengths) {
      if (asked.recognizer.letters !== 'some') this.digitRuns[length]!.push(asked);
      if (asked.recognizer.letters !== 'none') this.mixedRuns[length]!.push(asked);
    }
  }

  /** Calls `emit` for every match in a compact view, in no particular order; matches overlap. */
  scan(shadow: Shadow, emit: (type: EntityType, match: Match) => void): void {
    this.shadow = shadow;
    this.emit = emit;
    this.wordCount = 0;
    this.codeCount = 0;
    const { codes } = shadow;
    const { kinds } = this;
    const end = codes.length;
    let gap = 0;
    let i = 0;
    while (i < end) {
      const kind = kinds[codes[i]!]!;
      if (kind === OTHER) {
        i++;
        continue;
      }
      if ((kind & ANCHOR) !== 0) this.lookAtAnchor(i);
      const plain = kind & KIND_MASK;
      if (plain === DIGIT || plain === LETTER) {
        i = this.readWord(i, gap);
        gap = this.gapAfter(i);
      } else {
        i++;
      }
    }
  }

  private lookAtAnchor(position: number): void {
    for (const { type, recognizer } of this.anchors.get(this.shadow.codes[position]!)!) {
      const match = recognizer.at(this.shadow, position);
      if (match) this.emit(type, match);
    }
  }

  /** Reads the word at `start`, shows the windows that end with it, and returns the offset after it. */
  private readWord(start: number, gap: number): number {
    const { kinds, codes, offsets } = this;
    const text = this.shadow.codes;
    if (gap === 0) this.wordCount = 0;
    this.makeRoom();
    const first = this.codeCount;
    let count = 0;
    let letters = 0;
    let leadingLetters = 0;
    let i = start;
    for (; i < text.length; i++) {
      const code = text[i]!;
      const kind = kinds[code]! & KIND_MASK;
      if (kind === LETTER) {
        if (letters === count) leadingLetters++;
        letters++;
      } else if (kind !== DIGIT) {
        break;
      }
      if (count <= RUN_LENGTH_MAX) {
        codes[first + count] = code;
        offsets[first + count] = i;
      }
      count++;
    }
    this.addWord(first, count, letters, leadingLetters, gap, i);
    return i;
  }

  private addWord(
    first: number,
    count: number,
    letters: number,
    leading: number,
    gap: number,
    end: number,
  ): void {
    if (
      leading > 1 &&
      leading < count &&
      count <= RUN_LENGTH_MAX &&
      letters === leading &&
      endsGluedLabel(this.shadow, this.offsets[first + leading]!)
    ) {
      first += leading;
      count -= leading;
      letters = 0;
      this.wordCount = 0;
      gap = 0;
    }
    // A word of three letters or more belongs to no value, nor does one longer than every value.
    if (count > RUN_LENGTH_MAX || (letters === count && count > 2)) {
      this.wordCount = 0;
      this.codeCount = 0;
      return;
    }
    const word = this.wordCount++;
    this.wordFirst[word] = first;
    this.wordLength[word] = count;
    this.wordHasLetter[word] = letters > 0 ? 1 : 0;
    this.gapBefore[word] = word === 0 ? 0 : gap;
    this.codeCount = first + count;
    this.showWindows(word, end);
  }

  /** Shows every window that ends with `word`. */
  private showWindows(word: number, end: number): void {
    const { run } = this;
    let length = 0;
    let cuts = 0;
    let separators = 0;
    let letters = 0;
    let joinAfter = -1;
    for (let from = word; from >= 0; from--) {
      if (from < word) {
        cuts = (cuts | 1) << this.wordLength[from]!;
        separators |= this.gapBefore[from + 1]!;
      }
      length += this.wordLength[from]!;
      if (length > RUN_LENGTH_MAX) return;
      letters |= this.wordHasLetter[from]!;
      if (word - from >= GROUPS_MAX) {
        if (length > word - from + 1 || (word - from === GROUPS_MAX && this.gapAfter(end) !== 0)) return;
      }
      const asked = (letters ? this.mixedRuns : this.digitRuns)[length]!;
      const isDotted = (separators & Separator.Dot) !== 0;
      if (asked.length > 0) {
        if (joinAfter < 0) joinAfter = this.joinAfter(end);
        run.move(this.shadow, this.codes, this.offsets, this.wordFirst[from]!, length);
        run.cuts = cuts;
        run.separators = separators;
        run.joinAfter = joinAfter;
        run.joinBefore = this.joinBefore(from);
        for (const { type, recognizer } of asked) {
          if (isDotted && !recognizer.dots) continue;
          const match = recognizer.run(run);
          if (match) this.emit(type, match);
        }
      }
      if (this.gapBefore[from] === 0) return;
    }
  }

  /** How the digits before a word are joined to it. The number of a list item (`1.13812345678`) is no neighbor. */
  private joinBefore(word: number): number {
    const gap = this.gapBefore[word]!;
    if (gap === 0) return 0;
    const previous = word - 1;
    const lastCode = this.codes[this.wordFirst[previous]! + this.wordLength[previous]! - 1]!;
    if (!isDigit(lastCode)) return 0;
    if (gap === Separator.Dot && this.wordLength[previous]! <= 2 && this.gapBefore[previous] === 0) {
      const start = this.offsets[this.wordFirst[previous]!]!;
      const before = this.shadow.at(start - 1);
      if ((before === 0 || before === 0x0a) && this.shadow.at(start) !== 0x30) return 0;
    }
    return gap;
  }

  private joinAfter(end: number): number {
    const gap = this.gapAfter(end);
    return gap !== 0 && isDigit(this.shadow.at(this.gapEnd)) ? gap : 0;
  }

  private gapEnd = 0;

  /** The separators that join the word ending at `offset` to another one; 0 when the chain ends here. */
  private gapAfter(offset: number): number {
    const text = this.shadow.codes;
    let gap = 0;
    let count = 0;
    for (let i = offset; i < text.length; i++) {
      const code = text[i]!;
      if (code === 0x20) gap |= Separator.Space;
      else if (code === 0x2d) gap |= Separator.Hyphen;
      else if (code === 0x2e) gap |= Separator.Dot;
      else {
        const kind = this.kinds[code]! & KIND_MASK;
        this.gapEnd = i;
        return kind === DIGIT || kind === LETTER ? gap : 0;
      }
      if (++count > GAP_MAX) return 0;
    }
    return 0;
  }

  /** Keeps the buffers bounded: only the last few words can be part of a window. */
  private makeRoom(): void {
    if (this.wordCount === 0) {
      this.codeCount = 0;
      return;
    }
    if (this.wordCount < WORDS_MAX && this.codeCount < CODES_MAX - RUN_LENGTH_MAX - 1) return;
    const kept = RUN_LENGTH_MAX + 2;
    const from = Math.max(0, this.wordCount - kept);
    const firstCode = this.wordFirst[from]!;
    this.codes.copyWithin(0, firstCode, this.codeCount);
    this.offsets.copyWithin(0, firstCode, this.codeCount);
    this.wordLength.copyWithin(0, from, this.wordCount);
    this.wordHasLetter.copyWithin(0, from, this.wordCount);
    this.gapBefore.copyWithin(0, from, this.wordCount);
    for (let word = from; word < this.wordCount; word++) {
      this.wordFirst[word - from] = this.wordFirst[word]! - firstCode;
    }
    this.wordCount -= from;
    this.codeCount -= firstCode;
  }
}

function kindOf(code: number): number {
  if (isDigit(code)) return DIGIT;
  return isLetter(code) ? LETTER : OTHER;
}
