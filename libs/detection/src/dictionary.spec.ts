import fc from 'fast-check';
import { Dictionary } from './dictionary';
import { Shadow } from './shadow';

function find(terms: string[], text: string): string[] {
  const found: string[] = [];
  new Dictionary(terms).find(new Shadow(text), (term, start, end) =>
    found.push(`${start}-${end}:${terms[term]}`),
  );
  return found.sort();
}

describe('Dictionary', () => {
  it('finds every term, one inside the other too', () => {
    expect(find(['昆仑计划', '昆仑', '计划'], '启动昆仑计划')).toEqual([
      '2-4:昆仑',
      '2-6:昆仑计划',
      '4-6:计划',
    ]);
  });

  it('does not mind width and case', () => expect(find(['Alpha１'], 'aｌPHA1项目')).toEqual(['0-6:Alpha１']));

  it('does not find a word inside a word', () => {
    expect(find(['AI'], 'MAIL 和 AI、AI2、AI项目')).toEqual(['14-16:AI', '7-9:AI']);
  });

  it('finds nothing for an empty term', () => expect(find(['', ' '], '文本 ')).toEqual([]));

  it('finds what indexOf finds', () => {
    const text = fc.string({ unit: fc.constantFrom('甲', '乙', '丙'), maxLength: 40 });
    const terms = fc.uniqueArray(
      fc.string({ unit: fc.constantFrom('甲', '乙', '丙'), minLength: 1, maxLength: 4 }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(terms, text, (list, haystack) => {
        const expected = list.flatMap((term) =>
          [...haystack].flatMap((_, at) =>
            haystack.startsWith(term, at) ? [`${at}-${at + term.length}:${term}`] : [],
          ),
        );
        expect(find(list, haystack)).toEqual(expected.sort());
      }),
    );
  });
});
