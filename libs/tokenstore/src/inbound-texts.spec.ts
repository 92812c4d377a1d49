import { InboundTexts } from './inbound-texts';

describe.each([
  ['a short request', ''],
  ['a long request', '请登记处理结果，'.repeat(4_000)],
])('InboundTexts of %s', (_, filling) => {
  const texts = new InboundTexts([
    `电话169-0760-8145。${filling}`,
    `李雪峰与欧阳明，卡号E123456${filling}，AB12`,
  ]);

  it.each([
    '16907608145',
    '１６９０７６０８１４５',
    '李雪',
    '李雪峰',
    '欧阳',
    'e123456',
    '9076',
    'AB12',
    '峰',
  ])('has %s', (value) => expect(texts.has(value)).toBe(true));

  it.each(['16907608146', '李雪明', '阳欧', 'E1234567', '雪李'])('does not have %s', (value) =>
    expect(texts.has(value)).toBe(false),
  );

  it('does not join what stands in different texts', () => expect(texts.has('，李雪峰')).toBe(false));
});
