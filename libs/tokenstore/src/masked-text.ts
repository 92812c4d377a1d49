import type { DecidedSpan } from './draft';

/** One span of a text and what is sent in its place. */
export interface Piece {
  readonly span: DecidedSpan;
  /** As it stands in the request. */
  readonly surface: string;
  readonly masked: string;
  /** What restoring gives: the surface, or for an irreversible piece what was sent. */
  readonly expected: string;
}

/** Offsets, end exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A text with its spans replaced, and the way from offsets of the one to offsets of the other. */
export class MaskedText {
  readonly masked: string;
  readonly expected: string;
  /** Where each piece stands in the masked text. */
  readonly places: readonly Range[];

  constructor(
    readonly text: string,
    readonly pieces: readonly Piece[],
  ) {
    const places: Range[] = [];
    let masked = '';
    let expected = '';
    let reached = 0;
    for (const piece of pieces) {
      const literal = text.slice(reached, piece.span.start);
      masked += literal;
      places.push({ start: masked.length, end: masked.length + piece.masked.length });
      masked += piece.masked;
      expected += literal + piece.expected;
      reached = piece.span.end;
    }
    this.masked = masked + text.slice(reached);
    this.expected = expected + text.slice(reached);
    this.places = places;
  }

  /** Indexes of the pieces that a range of the masked text overlaps: from, and to exclusive. */
  overlapped({ start, end }: Range): { readonly from: number; readonly to: number } {
    let from = this.firstEndingAfter(start);
    let to = from;
    while (to < this.places.length && (this.places[to] as Range).start < end) to++;
    if (from < to && (this.places[from] as Range).start >= end) from = to;
    return { from, to };
  }

  /** The original range of a masked range, widened to whole pieces. */
  originalRange({ start, end }: Range): Range {
    const { from, to } = this.overlapped({ start, end });
    const first = this.places[from];
    const last = this.places[to - 1];
    return {
      start: from < to && first && first.start < start ? this.span(from).start : this.toOriginal(start, from),
      end: from < to && last && last.end > end ? this.span(to - 1).end : this.toOriginal(end, to),
    };
  }

  /** What was sent for an original range, and what restoring it gives; the range must not cut a piece. */
  form({ start, end }: Range): { readonly place: Range; readonly masked: string; readonly expected: string } {
    let masked = '';
    let expected = '';
    let reached = start;
    let shift = 0;
    for (const piece of this.pieces) {
      if (piece.span.end <= start) shift += piece.masked.length - piece.surface.length;
      if (piece.span.start < start || piece.span.end > end) continue;
      const literal = this.text.slice(reached, piece.span.start);
      masked += literal + piece.masked;
      expected += literal + piece.expected;
      reached = piece.span.end;
    }
    const rest = this.text.slice(reached, end);
    masked += rest;
    const place = { start: start + shift, end: start + shift + masked.length };
    return { place, masked, expected: expected + rest };
  }

  /** Widens an original range so that it cuts neither a piece nor an astral character. */
  whole({ start, end }: Range): Range {
    let from = Math.max(0, start);
    let to = Math.min(this.text.length, end);
    for (const { span } of this.pieces) {
      if (span.start < from && span.end > from) from = span.start;
      if (span.start < to && span.end > to) to = span.end;
    }
    if (isLowSurrogate(this.text, from)) from--;
    if (isLowSurrogate(this.text, to)) to++;
    return { start: from, end: to };
  }

  private span(piece: number): DecidedSpan {
    return (this.pieces[piece] as Piece).span;
  }

  /** @param before how many pieces stand before the offset */
  private toOriginal(offset: number, before: number): number {
    if (before === 0) return offset;
    return this.span(before - 1).end + (offset - (this.places[before - 1] as Range).end);
  }

  private firstEndingAfter(offset: number): number {
    let low = 0;
    let high = this.places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.places[middle] as Range).end > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function isLowSurrogate(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  return offset > 0 && code >= 0xdc00 && code <= 0xdfff;
}
