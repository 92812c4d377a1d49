import { toCodePointOffsets, toCodePointSpans } from './code-points';

describe('code point offsets', () => {
  it('equal UTF-16 offsets in a text without astral characters', () => {
    expect(toCodePointOffsets('我是张伟明', [0, 2, 5])).toEqual([0, 2, 5]);
  });

  it('count an astral character as one', () => {
    expect(toCodePointSpans('𠮷𠮷13812345678', [{ start: 4, end: 15 }])).toEqual([{ start: 2, end: 13 }]);
  });
});
