import fc from 'fast-check';
import { Automaton } from './aho-corasick';

const codesOf = (text: string) => Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

describe('Automaton', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '李'), minLength: 1, maxLength: 6 });
  const words = fc.uniqueArray(word, { minLength: 1, maxLength: 20 });
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '李'), maxLength: 60 });

  it('finds every pattern at every place, longest first', () => {
    fc.assert(
      fc.property(words, text, (patterns, searched) => {
        const automaton = new Automaton(patterns);
        const longest = automaton.longestStarting(codesOf(searched), searched.length);
        for (let place = 0; place < searched.length; place++) {
          const found: string[] = [];
          for (let number = longest[place]! - 1; number >= 0; number = automaton.shorter(number)) {
            found.push(patterns[number]!);
          }
          const expected = patterns
            .filter((pattern) => searched.startsWith(pattern, place))
            .sort((a, b) => b.length - a.length);
          expect(found).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('takes time linear in the text, however nested the patterns are', () => {
    const automaton = new Automaton(Array.from({ length: 1_000 }, (_, length) => 'a'.repeat(length + 1)));
    const codes = codesOf('a'.repeat(200_000));
    const started = performance.now();
    automaton.longestStarting(codes, codes.length);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
