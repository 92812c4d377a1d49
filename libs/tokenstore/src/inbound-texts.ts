import { Skeleton, skeletonOf } from './skeleton';

const { imul } = Math;
const TEXT_END = '\uffff';
/** Below this length searching is faster than indexing. */
const INDEXED_LENGTH_MIN = 16_384;
const BITS_PER_UNIT = 16;
/** Lengths of the indexed stretches: names of two and three characters, and numbers. */
const STRETCHES = [8, 4, 3, 2];

/** The texts of a request as they came, to keep new look-alikes out of them. */
export class InboundTexts {
  private skeleton: string | undefined;
  private readonly filters = new Map<number, StretchFilter>();

  constructor(private readonly texts: readonly string[]) {}

  /** Whether a value stands anywhere in the request, in whatever clothes, even inside something else. */
  has(value: string): boolean {
    this.skeleton ??= new Skeleton(this.texts.join(TEXT_END)).toString();
    const sought = skeletonOf(value);
    return this.mayHold(sought, this.skeleton) && this.skeleton.includes(sought);
  }

  private mayHold(sought: string, text: string): boolean {
    const length = STRETCHES.find((stretch) => stretch <= sought.length);
    if (text.length < INDEXED_LENGTH_MIN || length === undefined) return true;
    let filter = this.filters.get(length);
    if (!filter) this.filters.set(length, (filter = new StretchFilter(text, length)));
    return filter.mayHold(sought);
  }
}

/** A Bloom filter of all stretches of one length in a text. */
class StretchFilter {
  private readonly bits: Uint8Array;
  private readonly mask: number;

  constructor(
    text: string,
    private readonly length: number,
  ) {
    let size = 1;
    while (size < text.length * BITS_PER_UNIT) size *= 2;
    this.mask = size - 1;
    this.bits = new Uint8Array(size >> 3);
    for (let at = 0; at + length <= text.length; at++) {
      const bit = this.bitAt(text, at);
      this.bits[bit >> 3] = (this.bits[bit >> 3] as number) | (1 << (bit & 7));
    }
  }

  mayHold(sought: string): boolean {
    for (let at = 0; at + this.length <= sought.length; at++) {
      const bit = this.bitAt(sought, at);
      if (((this.bits[bit >> 3] as number) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  private bitAt(text: string, at: number): number {
    let hash = 0x811c9dc5;
    for (let i = at; i < at + this.length; i++) hash = imul(hash ^ text.charCodeAt(i), 0x01000193);
    hash = imul(hash ^ (hash >>> 15), 0x85ebca6b);
    return (hash ^ (hash >>> 13)) & this.mask;
  }
}
