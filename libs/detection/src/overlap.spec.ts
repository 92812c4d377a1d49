import fc from 'fast-check';
import { Evidence, type Reading, resolveOverlaps } from './overlap';

const reading = (start: number, end: number, more: Partial<Reading> = {}): Reading => ({
  start,
  end,
  score: 0.9,
  evidence: Evidence.Pattern,
  rank: 0,
  ...more,
});

describe('resolveOverlaps', () => {
  it('prefers the one that contains the other, whatever the evidence', () => {
    const inner = reading(2, 8, { evidence: Evidence.Verified });
    expect(resolveOverlaps([inner, reading(0, 10)])).toEqual([reading(0, 10)]);
  });

  it('never covers a likely reading with an unlikely one', () => {
    const inner = reading(2, 8);
    expect(resolveOverlaps([inner, reading(0, 10, { score: 0.4 })])).toEqual([inner]);
  });

  it('prefers verified to context to pattern when they overlap in part', () => {
    const verified = reading(4, 9, { evidence: Evidence.Verified });
    const context = reading(0, 6, { evidence: Evidence.Context });
    expect(resolveOverlaps([context, verified])).toEqual([verified]);
    expect(resolveOverlaps([context, reading(4, 12)])).toEqual([context]);
  });

  it('prefers the longer, then the rank', () => {
    expect(resolveOverlaps([reading(0, 5), reading(3, 10)])).toEqual([reading(3, 10)]);
    expect(resolveOverlaps([reading(0, 5, { rank: 1 }), reading(0, 5)])).toEqual([reading(0, 5)]);
  });

  it('keeps what fits beside the winner', () => {
    const winner = reading(4, 9, { evidence: Evidence.Verified });
    expect(resolveOverlaps([reading(0, 5), reading(0, 3), winner, reading(8, 12), reading(9, 12)])).toEqual([
      reading(0, 3),
      winner,
      reading(9, 12),
    ]);
  });

  it('gives sorted, disjoint readings in any order of the input', () => {
    const readings = fc.array(
      fc
        .tuple(
          fc.nat(40),
          fc.integer({ min: 1, max: 12 }),
          fc.constantFrom(0.3, 0.5, 1),
          fc.constantFrom(0, 1, 2),
          fc.nat(9),
        )
        .map(([start, length, score, evidence, rank]) =>
          reading(start, start + length, { score, evidence: evidence as Evidence, rank }),
        ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(readings, fc.infiniteStream(fc.nat()), (list, noise) => {
        const kept = resolveOverlaps(list);
        kept.slice(1).forEach((next, i) => expect(next.start).toBeGreaterThanOrEqual(kept[i]!.end));
        for (const one of list) {
          expect(kept.some((other) => other.start < one.end && one.start < other.end)).toBe(true);
        }
        const shuffled = list.map((one) => ({ one, at: noise.next().value })).sort((a, b) => a.at - b.at);
        expect(resolveOverlaps(shuffled.map(({ one }) => one))).toEqual(kept);
      }),
    );
  });
});
