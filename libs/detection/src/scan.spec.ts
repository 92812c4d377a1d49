import type { EntityType, Match } from './entity-type';
import { genericEntityType } from './entity-types/generic';
import type { Run } from './run';
import { Scanner } from './scan';
import { Shadow } from './shadow';

interface Seen {
  readonly text: string;
  readonly cuts: number;
  readonly before: number;
  readonly after: number;
}

/** Every run of digits of a length that the scan shows for a text. */
function runs(text: string, length: number, letters: 'none' | 'some' | 'any' = 'none', dots = true): Seen[] {
  const seen: Seen[] = [];
  const run = (shown: Run): Match | null => {
    seen.push({ text: shown.text, cuts: shown.cuts, before: shown.joinBefore, after: shown.joinAfter });
    return null;
  };
  const type: EntityType = {
    ...genericEntityType('X'),
    recognizers: [{ lengths: [length], letters, dots, run }],
  };
  new Scanner([type]).scan(new Shadow(text).compact(), () => undefined);
  return seen;
}

const texts = (seen: readonly Seen[]) => seen.map(({ text }) => text);

describe('Scanner', () => {
  it('joins groups across spaces, hyphens and dots, and says where they are cut', () => {
    expect(runs('电话12 34-5，', 5)).toEqual([
      { text: '12345', cuts: (1 << 2) | (1 << 4), before: 0, after: 0 },
    ]);
  });

  it('shows every window of a chain, with what joins it to its neighbors', () => {
    expect(runs('12 34 56', 4)).toEqual([
      { text: '1234', cuts: 4, before: 0, after: 1 },
      { text: '3456', cuts: 4, before: 1, after: 0 },
    ]);
  });

  it('ends a chain at every other character', () => {
    for (const text of ['12,34', '12\n34', '12年34', '12_34', '12/34', '12     34'])
      expect(runs(text, 4)).toEqual([]);
  });

  it('shows only whole words', () => {
    expect(runs('12345', 4)).toEqual([]);
    expect(runs('a1234', 4)).toEqual([]);
    expect(texts(runs('tel1234', 4))).toEqual(['1234']);
    expect(texts(runs('a123', 4, 'some'))).toEqual(['A123']);
    expect(texts(runs('1234', 4, 'some'))).toEqual([]);
  });

  it('hides runs with dots from those who do not ask for them', () => {
    expect(texts(runs('12.34', 4, 'none', true))).toEqual(['1234']);
    expect(texts(runs('12.34', 4, 'none', false))).toEqual([]);
  });

  it('does not take the number of a list item for a neighbor', () => {
    expect(runs('1.1234', 4).at(-1)).toMatchObject({ text: '1234', before: 0 });
    expect(runs('见3.1234', 4)[0]).toMatchObject({ before: 4 });
  });

  it('reads a long chain as if it were short', () => {
    const chain = '7 '.repeat(5000);
    expect(texts(runs(`${chain}1234`, 4)).at(-1)).toBe('1234');
    expect(texts(runs(`${'7'.repeat(100_000)} 1234 ${chain}`, 4))).toContain('1234');
  });

  it('asks at every anchor', () => {
    const places: number[] = [];
    const at = (_shadow: Shadow, position: number): Match | null => {
      places.push(position);
      return null;
    };
    const type: EntityType = { ...genericEntityType('X'), recognizers: [{ anchors: '@京', at }] };
    new Scanner([type]).scan(new Shadow('a@b，京A＠').compact(), () => undefined);
    expect(places).toEqual([1, 4, 6]);
  });
});
