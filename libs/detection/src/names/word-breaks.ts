const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Han runs longer than this are segmented piece by piece, so that no run costs more than linear time. */
const PIECE_LENGTH_MAX = 256;

/** Where the words of a text end, asked for only around the places that need it. */
export class WordBreaks {
  /** Bit 0: the place is inside a word; bit 1: its run has been segmented. */
  private readonly marks: Uint8Array;

  constructor(private readonly text: string) {
    this.marks = new Uint8Array(text.length + 1);
  }

  /** Whether a word of the dictionary goes on across this offset. */
  isInside(offset: number): boolean {
    return (this.marks[offset]! & 1) === 1;
  }

  /** Makes the answers for the run of Han characters around `offset` ready. */
  prepare(offset: number): void {
    if ((this.marks[offset]! & 2) !== 0) return;
    let start = offset;
    while (start > 0 && offset - start < PIECE_LENGTH_MAX && this.isOpenHan(start - 1)) start--;
    let end = offset;
    while (end < this.text.length && end - offset < PIECE_LENGTH_MAX && this.isOpenHan(end)) end++;
    for (const { segment, index } of segmenter.segment(this.text.slice(start, end))) {
      const from = start + index;
      this.marks[from]! |= 2;
      for (let i = from + 1; i < from + segment.length; i++) this.marks[i]! |= 3;
    }
  }

  private isOpenHan(offset: number): boolean {
    return isHan(this.text.charCodeAt(offset)) && (this.marks[offset]! & 2) === 0;
  }
}

export function isHan(code: number): boolean {
  return (code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3400 && code <= 0x4dbf);
}
