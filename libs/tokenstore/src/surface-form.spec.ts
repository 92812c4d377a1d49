import { entityType } from '@gw/detection';
import { dressDistinctly, partlyMasked, putInPlace } from './surface-form';

describe('partlyMasked', () => {
  it.each([
    ['13812345678', '138****5678'],
    ['138-1234-5678', '138-****-5678'],
    ['11010519491231002X', '110***********002X'],
    ['张伟明', '张**'],
    ['张伟', '张*'],
    ['王', '*'],
    ['京A12345', '京*****5'],
  ])('shows the ends of %s: %s', (surface, masked) => expect(partlyMasked(surface)).toBe(masked));
});

describe('putInPlace', () => {
  it.each([
    ['16907608145', '138\u200b12345678', '169\u200b07608145'],
    ['16907608145', '１３８1234 5678', '１６９0760 8145'],
    ['李雪峰', '张 伟 明', '李 雪 峰'],
    ['李雪峰', '张伟', null],
  ])('puts %s into %j: %j', (value, surface, put) => expect(putInPlace(value, surface)).toBe(put));
});

describe('dressDistinctly', () => {
  const mobile = entityType('CN_MOBILE');
  const email = entityType('EMAIL_ADDRESS');
  const phone = { original: '13812345678', surrogate: '16907608145' };
  const mailbox = { original: 'zhang@example.com', surrogate: 'uab@x.example.com' };
  const notIn = (used: string[]) => (written: string) => !used.includes(written);

  it('wears what the surface form wears', () => {
    expect(dressDistinctly(mobile, phone, '138-1234-5678', () => true)).toBe('169-0760-8145');
    expect(dressDistinctly(mobile, phone, '138\u200b12345678', () => true)).toBe('169\u200b07608145');
  });

  it('differs from other writings by what readers do not mind', () => {
    const used = ['uab@x.example.com'];
    const second = dressDistinctly(email, mailbox, 'zhang@EXAMPLE.com', notIn(used));
    expect(used).not.toContain(second);
    expect(second.toLowerCase()).toBe('uab@x.example.com');
  });

  it('shares a writing when nothing can differ', () => {
    expect(dressDistinctly(mobile, phone, '13812345678', () => false)).toBe('16907608145');
  });
});
