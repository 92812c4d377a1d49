import { Skeleton, skeletonOf } from './skeleton';

describe('Skeleton', () => {
  it.each([
    ['16907608145', '16907608145'],
    ['169-0760-8145', '16907608145'],
    ['169 0760 8145', '16907608145'],
    ['１６９－０７６０　８１４５', '16907608145'],
    ['169**0760**8145', '16907608145'],
    ['169\n  0760-8145', '16907608145'],
    ['169\u200b0760\u00ad8145', '16907608145'],
    ['169\u00a00760\u20118145', '16907608145'],
    ['Q818762', 'q818762'],
    ['Q 818762', 'q818762'],
    ['京A·12345', '京a12345'],
    ['李**雪峰', '李雪峰'],
    ['李　雪　峰', '李雪峰'],
    ['\\u674e雪峰', '李雪峰'],
    ['\\\\u674e雪峰', '李雪峰'],
    ['&#x674E;&#38634;峰', '李雪峰'],
    ['%E6%9D%8E雪峰', '李雪峰'],
    ['Zhang San', 'zhang san'],
    ['李 雪峰', '李 雪峰'],
    ['169****8145', '169****8145'],
    ['1,690,760', '1,690,760'],
    ['a.b', 'a.b'],
    ['100%', '100%'],
    ['%E6%9D', '%e6%9d'],
    ['', ''],
  ])('of %j is %j', (text, skeleton) => expect(skeletonOf(text)).toBe(skeleton));

  it('knows where every unit came from', () => {
    const skeleton = new Skeleton('电话：１６９-0760 \\u674e');
    const at = skeleton.toString().indexOf('1690760');
    expect(skeleton.rangeOf(at, at + 7)).toEqual({ start: 3, end: 11 });
    expect(skeleton.rangeOf(skeleton.length - 1, skeleton.length)).toEqual({ start: 12, end: 18 });
    expect(skeleton.isEscaped(skeleton.length - 1, skeleton.length)).toBe(true);
    expect(skeleton.isEscaped(at, at + 7)).toBe(false);
  });

  it.each([
    ['12', 1, true],
    ['1-2', 1, false],
    ['1\u200b2', 1, true],
    ['a1', 1, false],
    ['ab', 1, true],
    ['李雪', 1, false],
    ['12', 0, false],
    ['12', 2, false],
  ])('tells for %j whether place %d is inside a token', (text, place, inside) =>
    expect(new Skeleton(text).isInsideToken(place)).toBe(inside),
  );

  it('reads line breaks of JSON text as such', () => {
    expect(new Skeleton('"\\nzhang@a.cn"', true).toString()).toBe('"\nzhang@a.cn"');
  });
});
