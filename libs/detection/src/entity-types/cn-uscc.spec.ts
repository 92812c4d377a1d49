import { gb11714 } from '../checksums/gb11714';
import { gb32100 } from '../checksums/gb32100';
import { cnUscc } from './cn-uscc';
import { describeType, lookalikes } from '../../testing/describe-type';

describeType(cnUscc, {
  finds: [
    '«91350100M000100Y43»',
    '统一社会信用代码«91350100M000100Y43»登记',
    '税号：«91110000600037341L»，开户行',
    '«９１３５０１００Ｍ０００１００Ｙ４３»',
    '«91350100m000100y43»',
    '«91 350100 M000100Y4 3»',
    '零宽«91350100\u200bM000100Y43»',
    '{"creditCode":"«91110000600037341L»"}',
    '某公司,«91350100M000100Y43»,法人',
    'WARN taxNo=«91110000600037341L» missing',
    '信用代码«91350100M000100Y44»抄错了',
  ],
  ignores: [
    '91350100M000100Y44',
    '91350100M000100Y4',
    '91350100M000100Y433',
    '91350100I000100Y43',
    '99350100M000100Y43',
    'ABCDEFGHJKLMNPQRTU',
    '11010519491231002X',
    '激活码91350100M000100Y44',
    'A91350100M000100Y43',
  ],
  keyed: [['uscc', '91350100M000100Y43']],
  redrawn: ['91350100M000100Y43', '91110000600037341L', '92350100M000100Y4A'],
  dressed: [
    ['91350100m000100y43', '91330000A123456B7C', '91330000a123456b7c'],
    ['91 350100 M000100Y4 3', '91330000A123456B7C', '91 330000 A123456B7 C'],
  ],
});

describe('CN_USCC', () => {
  it('keeps the class and the mask, with both check characters right', () => {
    for (const lookalike of lookalikes(cnUscc, '91350100M000100Y43')) {
      expect(lookalike).toMatch(/^91\d\d0000[A-HJ-NP-RTUW-Y]\d{6}[A-HJ-NP-RTUW-Y][\dX]/);
      expect(gb11714(lookalike.slice(8, 16))).toBe(lookalike[16]);
      expect(gb32100(lookalike)).toBe(lookalike[17]);
    }
  });
});
