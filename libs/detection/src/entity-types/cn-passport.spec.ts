import { cnPassport } from './cn-passport';
import { describeType, lookalikes } from '../../testing/describe-type';

describeType(cnPassport, {
  finds: [
    '护照«E12345678»有效期',
    '护照号码：«EA1234567»。',
    '护照«G12345678»',
    '护照«Ｅ１２３４５６７８»',
    '护照号«E 12345678»',
    '护照号«E\u200b12345678»',
    '公务护照«SE1234567»、«PE1234567»',
    '老护照«S.1234567»',
    '护照«141234567»',
    '香港护照«K12345678»，澳门护照«MA1234567»',
    'passport: «e12345678»',
    '{"passportNo":"«E12345678»"}',
    '护照E12345678一式两份'.replace('E12345678', '«E12345678»'),
    '护照«E12345678»，复印件«E12345678»',
  ],
  ignores: [
    'E12345678',
    '型号E12345678',
    'G12345678次',
    '141234567',
    '零件E123456789',
    'HE12345678',
    '护照E1234567',
    'a3f12345678',
    'SKU-E12345678',
    '订单号E12345678',
  ],
  keyed: [['passport', 'E12345678']],
  redrawn: ['E12345678', 'EA1234567', 'G12345678', 'SE1234567', 'K12345678'],
  in: '护照',
  dressed: [
    ['E 12345678', 'EI7654321', 'E I7654321'],
    ['Ｅ１２３４５６７８', 'EO7654321', 'ＥＯ７６５４３２１'],
  ],
});

describe('CN_PASSPORT', () => {
  it('gives ordinary passports a second letter that none has', () => {
    for (const lookalike of lookalikes(cnPassport, 'E12345678')) expect(lookalike).toMatch(/^E[IO]\d{7}$/);
  });
});
