import { Detector } from '../src/detector';
import type { EntityType, Finding } from '../src/entity-type';
import { seededDrawSource } from './seeded-draw-source';

interface TypeTable {
  /** Texts in which «…» marks every value that is found, at 0.5 or above. */
  readonly finds: readonly string[];
  /** Texts in which nothing of this type is found, at 0.5 or above. */
  readonly ignores: readonly string[];
  /** Keys and the values they stand over, found in full. */
  readonly keyed?: readonly (readonly [key: string, text: string])[];
  /** Originals in canonical form whose look-alikes must be found again; `in` is what stands before them. */
  readonly redrawn: readonly string[];
  readonly in?: string;
  /** Surface forms and what they become when the look-alike is the second of the pair. */
  readonly dressed: readonly (readonly [surface: string, lookalike: string, dressed: string])[];
}

const detector = new Detector();
const ATTEMPTS = 300;

/** The findings of one type in a text that are sure enough to act upon. */
export function found(type: EntityType, text: string, key?: string): Finding[] {
  return detector
    .detect([{ text, key }])[0]!
    .filter((finding) => finding.type === type.name && finding.confidence >= 0.5);
}

/** One table of text to spans, as every type's test is written. */
export function describeType(type: EntityType, table: TypeTable): void {
  describe(type.name, () => {
    it.each(table.finds)('finds %s', (marked) => {
      const text = marked.replace(/[«»]/g, '');
      const expected = [...marked.matchAll(/«(.*?)»/gs)].map((match) => match[1]);
      expect(found(type, text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
    });

    it.each(table.ignores)('ignores %s', (text) => expect(found(type, text)).toEqual([]));

    it.each(table.keyed ?? [])('finds the value of %s: %s', (key, text) =>
      expect(found(type, text, key)).toMatchObject([{ start: 0, end: text.length }]),
    );

    it('finds its own example', () =>
      expect(found(type, `${table.in ?? ''}${type.example}`)).toHaveLength(1));

    it.each(table.redrawn)('draws look-alikes of %s that are found again', (original) => {
      const drawn = lookalikes(type, original);
      expect(drawn.size).toBeGreaterThan(ATTEMPTS / 3);
      for (const lookalike of drawn) {
        const text = `${table.in ?? ''}${lookalike}`;
        expect(found(type, text)).toMatchObject([
          { end: text.length, start: text.length - lookalike.length },
        ]);
        expect(type.canonical(lookalike)).toBe(lookalike);
        expect(lookalike).not.toBe(original);
      }
    });

    it('draws the same look-alike from the same bytes', () => {
      const original = table.redrawn[0]!;
      expect(type.draw(original, seededDrawSource('a'))).toBe(type.draw(original, seededDrawSource('a')));
    });

    it.each(table.dressed)('dresses %s with %s as %s', (surface, lookalike, dressed) => {
      expect(type.dress(lookalike, surface)).toBe(dressed);
      expect(type.canonical(dressed)).toBe(lookalike);
    });
  });
}

/** The distinct look-alikes of some hundred attempts that are not too close to the original. */
export function lookalikes(type: EntityType, original: string): Set<string> {
  const drawn = new Set<string>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const lookalike = type.draw(original, seededDrawSource(`${original}|${attempt}`));
    if (lookalike !== null && lookalike !== original && !type.tooClose(original, lookalike))
      drawn.add(lookalike);
  }
  return drawn;
}
