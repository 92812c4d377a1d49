import { areaCodes, bankBins, regionCodes } from './build-lists';

describe('the number lists', () => {
  it('groups region codes, each once', () => {
    const source = { current: { '110101': '东城区', '110000': '北京市' }, historic: ['110103', '110101'] };
    expect(regionCodes(source)).toBe('110000 11010103');
  });

  it('leaves out prefixes that a shorter one covers, and cards without a length', () => {
    const cards: [string, number, ...string[]][] = [
      ['621700', 19, 'CCB', 'DC'],
      ['62170012', 19, 'CCB', 'DC'],
      ['403361', 16, 'ABC', 'CC'],
    ];
    expect(bankBins({ cards, extra: [['685800', 0]] })).toEqual({ 16: '403361', 19: '621700' });
  });

  it('reads area codes', () => expect(areaCodes('0755 广东/深圳\n010 北京/北京\n\n')).toBe('010 0755'));
});
