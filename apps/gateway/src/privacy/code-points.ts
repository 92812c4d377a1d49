/**
 * Turns UTF-16 offsets into code-point offsets, the "characters" of the API (an astral character counts one).
 * One pass over the text for any number of offsets.
 * @param offsets ascending UTF-16 offsets into `text`, none inside a surrogate pair
 */
export function toCodePointOffsets(text: string, offsets: readonly number[]): number[] {
  let unit = 0;
  let points = 0;
  return offsets.map((offset) => {
    while (unit < offset) {
      unit += (text.codePointAt(unit) as number) > 0xffff ? 2 : 1;
      points++;
    }
    return points;
  });
}

/** Code-point spans of disjoint, ascending UTF-16 spans. */
export function toCodePointSpans<Span extends { readonly start: number; readonly end: number }>(
  text: string,
  spans: readonly Span[],
): { readonly start: number; readonly end: number }[] {
  const points = toCodePointOffsets(
    text,
    spans.flatMap(({ start, end }) => [start, end]),
  );
  return spans.map((_, index) => ({
    start: points[2 * index] as number,
    end: points[2 * index + 1] as number,
  }));
}
