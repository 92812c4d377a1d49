import { isLuhnValid } from '../checksums/luhn';
import { cnBankCard } from './cn-bank-card';
import { describeType, found, lookalikes } from '../../testing/describe-type';

describeType(cnBankCard, {
  finds: [
    '«6217000012345678907»',
    '卡号«6217000012345678907»转账',
    '工行卡«6217 0000 1234 5678 907»收款',
    '«6217-0000-1234-5678-907»',
    '«621700 0012345678907»',
    '«6217\u00a00000\u00a01234\u00a05678\u00a0907»',
    '«６２１７００００１２３４５６７８９０７»',
    '零宽«6217\u200b0000\u200b1234\u200b5678\u200b907»',
    '扫描 «6 2 1 7 0 0 0 0 1 2 3 4 5 6 7 8 9 0 7»',
    '张伟明,«6217000012345678907»,13812345678',
    '{"cardNo":"«6217000012345678907»"}',
    '{"bank_card":«6217000012345678907»}',
    'INFO pay card=«6217000012345678907» amount=10',
    '信用卡«4111111111111111»',
    '打错的银行卡号«6217000012345678901»',
    '订单支付卡«6217000012345678907»',
  ],
  ignores: [
    '6217000012345678901',
    '4111111111111111',
    '订单号4111111111111111',
    '1234567890123456789',
    '1030000000000000009',
    '1700000000000000000',
    '20240102123045',
    '20240102123045678',
    'IMEI 490154203237518',
    '8986011234567890123',
    'SF1234567890123',
    '11010519491231002X',
    '6217000012345678907.00',
    '62170000123456789071234',
    'a6217000012345678907',
    '978-7-111-21382-6',
    '6217 **** **** 8907',
  ],
  keyed: [
    ['cardNo', '4111111111111111'],
    ['银行卡号', '6217 0000 1234 5678 907'],
  ],
  redrawn: ['6217000012345678907', '6222021234567890128'],
  in: '',
  dressed: [
    ['6217 0000 1234 5678 907', '6217009876543210987', '6217 0098 7654 3210 987'],
    [
      '６２１７００００１２３４５６７８９０７',
      '6217009876543210987',
      '６２１７００９８７６５４３２１０９８７',
    ],
  ],
});

describe('CN_BANK_CARD', () => {
  it('weighs issuer, length and check digit', () => {
    expect(found(cnBankCard, '6217000012345678907')[0]!.confidence).toBe(0.9);
    expect(found(cnBankCard, '卡号6217000012345678907')[0]!.confidence).toBe(1);
    expect(found(cnBankCard, '卡号6217000012345678901')[0]!.confidence).toBe(0.6);
  });

  it('keeps issuer and length, and a wrong check digit wrong', () => {
    for (const lookalike of lookalikes(cnBankCard, '6217000012345678907')) {
      expect(lookalike).toMatch(/^621700\d{13}$/);
      expect(isLuhnValid(lookalike)).toBe(true);
    }
    for (const lookalike of lookalikes(cnBankCard, '6217000012345678901'))
      expect(isLuhnValid(lookalike)).toBe(false);
  });
});
