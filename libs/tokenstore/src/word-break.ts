const words = new Intl.Segmenter('zh', { granularity: 'word' });
const HAN = /[\u3400-\u4dbf\u4e00-\u9fff]/;
/** Words are told from this many characters on either side. */
const WINDOW = 10;

/** Whether no Chinese word goes across this place of the text. */
export function isWordBreak(text: string, place: number): boolean {
  if (place <= 0 || place >= text.length) return true;
  if (!HAN.test(text[place - 1] as string) || !HAN.test(text[place] as string)) return true;
  const from = Math.max(0, place - WINDOW);
  const segment = words.segment(text.slice(from, place + WINDOW)).containing(place - from);
  return segment === undefined || segment.index === place - from;
}
