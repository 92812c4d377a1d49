import { csvLine, wantsCsv } from './csv';

describe('csvLine', () => {
  it.each<[string | number | null, string]>([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    [null, ''],
    [-12.5, '-12.5'],
    ['-12.500000001', '-12.500000001'],
    ['+86', '+86'],
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-cmd', "'-cmd"],
    ['@x', "'@x"],
    ['\t=1', "'\t=1"],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ])('%j → %s', (cell, expected) => {
    expect(csvLine([cell])).toBe(`${expected}\r\n`);
  });

  it('joins cells', () => expect(csvLine([1, null, '余额'])).toBe('1,,余额\r\n'));
});

it.each<[string | undefined, boolean]>([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['text/*', false],
  ['text/csv', true],
  ['text/csv;q=0, application/json', false],
  ['application/json;q=0.5, TEXT/CSV', true],
])('wantsCsv(%j) is %s', (accept, expected) => expect(wantsCsv(accept)).toBe(expected));
