import { vinCheckDigit } from '../checksums/vin-check';
import { describeType, lookalikes } from '../../testing/describe-type';
import { vin } from './vin';

describeType(vin, {
  finds: [
    '«1M8GDM9AXKP042788»',
    '车架号«1M8GDM9AXKP042788»登记',
    '车架号«LSVAA4182E2184848»抄错',
    '«１Ｍ８ＧＤＭ９ＡＸＫＰ０４２７８８»',
    '零宽«1M8GDM9AX\u200bKP042788»',
    '京A12345,«1M8GDM9AXKP042788»,张伟明',
    '{"vin":"«1M8GDM9AXKP042788»"}',
    'INFO vin=«1M8GDM9AXKP042788»',
    '«1m8gdm9axkp042788»',
  ],
  ignores: [
    'LSVAA4182E2184848',
    '1M8GDM9AXKP04278',
    '1M8GDM9AXKP0427881',
    '1M8GDM9AXKP04278A',
    '1M8GDM9AXKPO42788',
    '20240102123045678',
    'token 1M8GDM9AYKP042788',
  ],
  keyed: [['vin', 'LSVAA4182E2184848']],
  redrawn: ['1M8GDM9AXKP042788', 'LSVAA4182E2184847'],
  in: '车架号',
  dressed: [['1m8gdm9axkp042788', '1M8ABC12XKP000001', '1m8abc12xkp000001']],
});

describe('VIN', () => {
  it('keeps the manufacturer and recomputes position 9', () => {
    for (const lookalike of lookalikes(vin, '1M8GDM9AXKP042788')) {
      expect(lookalike).toMatch(/^1M8[A-HJ-NPR-Z0-9]{10}\d{4}$/);
      expect(vinCheckDigit(lookalike)).toBe(lookalike[8]);
    }
  });
});
