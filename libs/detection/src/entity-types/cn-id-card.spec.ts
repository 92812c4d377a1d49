import { mod11_2 } from '../checksums/mod11-2';
import { cnIdCard } from './cn-id-card';
import { describeType, found, lookalikes } from '../../testing/describe-type';
import { seededDrawSource } from '../../testing/seeded-draw-source';

describeType(cnIdCard, {
  finds: [
    '«11010519491231002X»',
    '身份证号«11010519491231002X»有效',
    '身份证号码：«11010519491231002x»。',
    '张伟明«440308199901101512»深圳',
    '«110105 19491231 002X»',
    '«110105-19491231-002X»',
    '«110105 1949 1231 002X»',
    '«1101 0519 4912 3100 2X»',
    '«１１０１０５１９４９１２３１００２Ｘ»',
    '证件«110105\u200b19491231\u200b002X»号',
    '扫描 «1 1 0 1 0 5 1 9 4 9 1 2 3 1 0 0 2 X»',
    '末位«11010519491231002×»和«11010519491231002Х»还有«11010519491231002Ⅹ»',
    '张伟明,«11010519491231002X»,«440308199901101512»',
    '{"idCard":"«11010519491231002X»"}',
    '{"id_no": "«440308199901101512»"}',
    '2024-01-02 03:04:05 WARN id=«440308199901101512» rejected',
    '张伟明_«11010519491231002X».jpg',
    '学籍号G«11010519491231002X»',
    '残疾人证«11010519491231002X»44',
    '居住证«810000199408230021»、«830000199201300022»',
    '订单中的证件«11010519491231002X»',
    '打错的«110105194912310021»也是',
    '身份证 «110105491231002»',
    '2024-01-02 «11010519491231002X» 13812345678',
    '身份证«11010519491231002X»银行卡6217000012345678907',
  ],
  ignores: [
    '110105491231002',
    '202401021234567890',
    '20240102030405123456',
    '110105194913310021',
    '110105194902300021',
    '110105294912310021',
    '990105194912310021',
    '11010519491231002',
    '11010519491231002XA',
    'A11010519491231002X',
    '1101051949123100210000',
    '订单号110105194912310021',
    '91350100M000100Y43',
    '6217000012345678907',
    '¥110105194912310021',
    '110105194912310021.5',
    '1101**********002X',
    '1234567890123456789',
  ],
  keyed: [
    ['idCard', '110105491231002'],
    ['证件号码', '11010519491231002X'],
  ],
  redrawn: [
    '11010519491231002X',
    '440308199901101512',
    '110105194912310021',
    '110105491231002',
    '810000199408230021',
    '110000194912310028',
  ],
  in: '身份证',
  dressed: [
    ['110105 19491231 002X', '330000194503071234', '330000 19450307 1234'],
    ['１１０１０５１９４９１２３１００２Ｘ', '33000019450307123X', '３３００００１９４５０３０７１２３Ｘ'],
    ['110105491231002', '330000450307123', '330000450307123'],
  ],
});

describe('CN_ID_CARD', () => {
  it('is certain when everything is right, unsure when only the check digit is wrong', () => {
    expect(found(cnIdCard, '11010519491231002X')[0]!.confidence).toBe(1);
    expect(found(cnIdCard, '110105194912310021')[0]!.confidence).toBe(0.6);
    expect(found(cnIdCard, `1199991949123100${'2'}${mod11_2('11999919491231002')}`)[0]!.confidence).toBe(
      0.85,
    );
  });

  it('reads the character that stands for X as X', () => {
    expect(cnIdCard.canonical('110105 19491231 002×')).toBe('11010519491231002X');
  });

  it('draws a real date of the same decade, the same sex, and a region that nobody has', () => {
    for (const lookalike of lookalikes(cnIdCard, '440308199901101512')) {
      expect(lookalike).toMatch(/^\d\d0000199\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d\d[13579][\dX]$/);
      expect(mod11_2(lookalike)).toBe(lookalike[17]);
    }
  });

  it('keeps a wrong check digit wrong and fifteen digits fifteen', () => {
    for (const lookalike of lookalikes(cnIdCard, '110105194912310021'))
      expect(mod11_2(lookalike)).not.toBe(lookalike[17]);
    for (const lookalike of lookalikes(cnIdCard, '110105491231002'))
      expect(lookalike).toMatch(/^\d\d00004\d{5}\d\d[02468]$/);
  });

  it('draws a child a birthday that has been', () => {
    const child = '11010520231231002';
    for (let attempt = 0; attempt < 100; attempt++) {
      const lookalike = cnIdCard.draw(child + mod11_2(child), seededDrawSource(`child ${attempt}`))!;
      expect(Number(lookalike.slice(6, 10))).toBeGreaterThanOrEqual(2019);
      expect(Number(lookalike.slice(6, 10))).toBeLessThan(2023);
    }
  });
});
