import { isIPv4, isIPv6 } from 'node:net';
import { describeType, lookalikes } from '../../testing/describe-type';
import { ipAddress } from './ip-address';
import { seededDrawSource } from '../../testing/seeded-draw-source';

describeType(ipAddress, {
  finds: [
    '«203.0.113.42»',
    '登录IP«203.0.113.42»异常',
    '服务器«192.168.1.100»:8080',
    'http://«203.0.113.42»:8080/path',
    '«203.0.113.42»/24',
    '全角«２０３．０．１１３．４２»',
    '零宽«203.0\u200b.11\u200b3.42»',
    '零宽«203.0\u200b.11\u200b3.42»',
    '{"ip":"«203.0.113.42»"}',
    '«203.0.113.42» - - [02/Jan/2024:03:04:05 +0800] "GET / HTTP/1.1" 200',
    '访问来源 IP «8.8.8.8»。',
    '从«203.0.113.42»、«203.0.113.43»登录',
    '张伟明,«203.0.113.42»,x',
    '地址«2001:db8:85a3::8a2e:370:7334»访问',
    '[«2400:3200::1»]:443',
    '«2001:0db8:85a3:0000:0000:8a2e:0370:7334»',
    '«fe80::1ff:fe23:4567:890a»%eth0',
    '«::ffff:203.0.113.42»',
    '来源:«203.0.113.42»',
  ],
  ignores: [
    '127.0.0.1',
    '0.0.0.0',
    '255.255.255.0',
    'v1.2.3.4',
    '版本 192.168.3.4',
    '1.2.3.4',
    '3.2.1.4 章节',
    '256.1.1.1',
    '203.0.113',
    '203.0.113.42.5',
    '1.3.6.1.4.1.311',
    'nginx-203.0.113.42',
    '01.02.03.04',
    '12:30:45',
    '2024-01-02 12:30:45.123',
    'std::vector',
    'dead::beef',
    '::1',
    '::',
    'a:b:c',
    '3C:22:FB:4A:9D:10',
    '{"a":1,"b":2}',
  ],
  keyed: [
    ['clientIp', '8.8.8.8'],
    ['remote_addr', '203.0.113.42'],
  ],
  redrawn: ['203.0.113.42', '192.168.1.100', '2001:da8:8000:1:0:0:0:1', '198.18.3.4'],
  dressed: [
    ['203.0.113.42', '198.18.3.4', '198.18.3.4'],
    ['２０３．０．１１３．４２', '198.18.3.4', '１９８．１８．３．４'],
    ['2001:0DA8::1', '2001:db8:1:2:3:4:5:6', '2001:DB8:1:2:3:4:5:6'],
  ],
});

describe('IP_ADDRESS', () => {
  it('reads every spelling of an IPv6 address as one', () => {
    expect(ipAddress.canonical('2001:0DB8::0001')).toBe('2001:db8:0:0:0:0:0:1');
    expect(ipAddress.canonical('::ffff:203.0.113.42')).toBe('0:0:0:0:0:ffff:cb00:712a');
  });

  it('draws addresses that belong to nobody', () => {
    for (const lookalike of lookalikes(ipAddress, '203.0.113.42')) {
      expect(isIPv4(lookalike)).toBe(true);
      expect(lookalike).toMatch(/^(198\.1[89]|2[45]\d\.\d+)\./);
    }
    for (const lookalike of lookalikes(ipAddress, '2001:da8:8000:1:0:0:0:1')) {
      expect(isIPv6(lookalike)).toBe(true);
      expect(lookalike).toMatch(/^2001:db8:/);
    }
  });

  it('keeps machines of one network in one network, most of the time', () => {
    const network = (address: string, attempt: number) =>
      ipAddress.draw(address, seededDrawSource(`${address} ${attempt}`))!.replace(/\.\d+$/, '');
    const networks = Array.from({ length: 100 }, (_, i) => network(`203.0.113.${i + 1}`, i));
    const first = networks.filter(
      (name) => name === networks.find((candidate) => candidate.startsWith('198.')),
    );
    expect(first.length).toBeGreaterThan(60);
  });

  it('has room for more addresses than the benchmark network holds', () => {
    const drawn = new Set<string>();
    for (let i = 0; i < 200_000; i++) {
      const address = `${1 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}.9`;
      for (let attempt = 0; ; attempt++) {
        if (attempt === 256) throw new Error('the domain is exhausted');
        const lookalike = ipAddress.draw(address, seededDrawSource(`${address} ${attempt}`))!;
        if (!drawn.has(lookalike)) {
          drawn.add(lookalike);
          break;
        }
      }
    }
  });
});
