import { describeType, lookalikes } from '../../testing/describe-type';
import { macAddress } from './mac-address';

describeType(macAddress, {
  finds: [
    '«3C:22:FB:4A:9D:10»',
    '网卡«3c-22-fb-4a-9d-10»已绑定',
    '交换机«3c22.fb4a.9d10»端口',
    '全角«３Ｃ：２２：ＦＢ：４Ａ：９Ｄ：１０»',
    '零宽«3C:\u200b22:FB:4A:9D\u200b:10»',
    '零宽«3C:\u200b22:FB:4A:9D\u200b:10»',
    '{"mac":"«3C:22:FB:4A:9D:10»"}',
    '张伟明,«3C:22:FB:4A:9D:10»,x',
    'dhcpd: ACK to «3c:22:fb:4a:9d:10» via eth0',
    'MAC:«3C:22:FB:4A:9D:10»',
    'MAC«3C:22:FB:4A:9D:10»',
    'MAC地址«10:20:30:40:50:60»',
  ],
  ignores: [
    'ff:ff:ff:ff:ff:ff',
    '00:00:00:00:00:00',
    '12:30:45:10:20:30',
    '3C:22:FB:4A:9D',
    '3C:22:FB:4A:9D:10:20',
    '3C:22-FB:4A:9D:10',
    '2024-01-02-03-04-05',
    'a3:3C:22:FB:4A:9D:10:11',
    '2001:db8:85a3::8a2e:370:7334',
    '3c22.fb4a.9d10.1234',
  ],
  keyed: [['macAddress', '10:20:30:40:50:60']],
  redrawn: ['3C:22:FB:4A:9D:10', '02:00:00:00:00:01'],
  in: 'mac ',
  dressed: [
    ['3c-22-fb-4a-9d-10', '02:AB:34:CD:56:EF', '02-ab-34-cd-56-ef'],
    ['3c22.fb4a.9d10', '02:AB:34:CD:56:EF', '02ab.34cd.56ef'],
  ],
});

describe('MAC_ADDRESS', () => {
  it('draws locally administered addresses', () => {
    for (const lookalike of lookalikes(macAddress, '3C:22:FB:4A:9D:10'))
      expect(lookalike).toMatch(/^02(:[0-9A-F]{2}){5}$/);
  });
});
