import type { Finding } from '../entity-type';
import { repeatNames } from './repeat-names';

const name = (start: number, end: number, confidence = 0.9): Finding => ({
  type: 'PERSON',
  start,
  end,
  confidence,
  sensitivity: 'medium',
  secret: false,
});

function repeatsOf(texts: readonly string[], findings: readonly Finding[][]): string[][] {
  const inputs = texts.map((text) => ({ text }));
  return repeatNames(inputs, findings).map((list, i) =>
    list.map(({ start, end }) => texts[i]!.slice(start, end)),
  );
}

describe('repeatNames', () => {
  it('finds a name again in every input of the request', () => {
    const texts = ['客户张伟明来电', '回复张伟明时抄送张伟明', '没有名字'];
    expect(repeatsOf(texts, [[name(2, 5)], [], []])).toEqual([['张伟明'], ['张伟明', '张伟明'], []]);
  });

  it('leaves other findings where they are', () => {
    const texts = ['张伟明', '张伟明13812345678'];
    const mobile: Finding = { ...name(2, 14), type: 'CN_MOBILE' };
    expect(
      repeatNames(
        texts.map((text) => ({ text })),
        [[name(0, 3)], [mobile]],
      )[1],
    ).toEqual([mobile]);
  });

  it('prefers the longer of two names that begin alike', () => {
    expect(repeatsOf(['张伟,张伟明', '致张伟明'], [[name(0, 2), name(3, 6)], []])[1]).toEqual(['张伟明']);
  });

  it('does not repeat a short name that is part of a word, or one that was unsure', () => {
    expect(repeatsOf(['高明', '高明度'], [[name(0, 2, 0.6)], []])[1]).toEqual([]);
    expect(repeatsOf(['高中', '一名高中生'], [[name(0, 2)], []])[1]).toEqual([]);
  });

  it('does not find a Latin name inside a word', () => {
    expect(repeatsOf(['Li Na', 'Li Nash and Li Na.'], [[name(0, 5)], []])[1]).toEqual(['Li Na']);
  });

  it('does not repeat a lone surname', () => {
    expect(repeatsOf(['王总', '王府井和王'], [[{ ...name(0, 1), form: 'surname' }], []])[1]).toEqual([]);
  });

  it('takes time in proportion to the text, however many names there are', () => {
    const names = Array.from({ length: 3_000 }, (_, i) => `王${String.fromCharCode(0x4e00 + i)}明`);
    const text = names.join(',');
    const found = names.map((_, i) => name(i * 4, i * 4 + 3));
    const started = Date.now();
    repeatNames([{ text }, { text: '王'.repeat(100_000) }], [found, []]);
    expect(Date.now() - started).toBeLessThan(2_000);
  });
});
