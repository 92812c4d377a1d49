import { checkBaseUrl, checkProxyUrl, isAddressAllowed } from './address-check';

const LOOPBACK = ['127.0.0.0/8'];
const PRIVATE = [
  '10.0.0.0/8',
  '127.0.0.0/8',
  'fd00::/8',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '0.0.0.0/0',
  '::/0',
];

describe('isAddressAllowed', () => {
  it.each<[string, readonly string[], boolean]>([
    ['8.8.8.8', [], true],
    ['2606:4700::1111', [], true],
    ['::ffff:8.8.8.8', [], true],
    ['127.0.0.1', [], false],
    ['127.0.0.1', LOOPBACK, true],
    ['::ffff:127.0.0.1', LOOPBACK, true],
    ['::ffff:7f00:1', [], false],
    ['::1', LOOPBACK, false],
    ['::1', ['::1/128'], true],
    ['10.1.2.3', [], false],
    ['10.1.2.3', PRIVATE, true],
    ['172.16.0.1', LOOPBACK, false],
    ['192.168.1.1', [], false],
    ['100.64.0.1', [], false],
    ['fd12::1', [], false],
    ['fd12::1', PRIVATE, true],
    // Never, whatever is named: link-local, metadata of clouds, unspecified, multicast, broadcast, translated forms.
    ['169.254.169.254', PRIVATE, false],
    ['fe80::1', PRIVATE, false],
    ['100.100.100.200', PRIVATE, false],
    ['fd00:ec2::254', PRIVATE, false],
    ['168.63.129.16', PRIVATE, false],
    ['0.0.0.0', PRIVATE, false],
    ['::', PRIVATE, false],
    ['224.0.0.1', PRIVATE, false],
    ['255.255.255.255', PRIVATE, false],
    ['64:ff9b::a9fe:a9fe', PRIVATE, false],
    ['2002:7f00:1::', PRIVATE, false],
    ['192.0.2.1', PRIVATE, false],
    ['198.18.0.1', PRIVATE, false],
    // Not addresses in their one proper form.
    ['0177.0.0.1', LOOPBACK, false],
    ['2130706433', LOOPBACK, false],
    ['127.1', LOOPBACK, false],
    ['fe80::1%eth0', PRIVATE, false],
    ['', PRIVATE, false],
    ['localhost', LOOPBACK, false],
    ['10.1.2.3', ['not a range'], false],
  ])('%s within %j: %s', (address, allowed, expected) => {
    expect(isAddressAllowed(address, allowed)).toBe(expected);
  });
});

describe('checkBaseUrl', () => {
  it.each<[string, readonly string[]]>([
    ['https://api.deepseek.com', []],
    ['https://api.deepseek.com:8443/v1/', []],
    ['https://8.8.8.8/v1', []],
    ['http://127.0.0.1:11434/v1', LOOPBACK],
    ['https://localhost:8443', LOOPBACK],
    ['http://model.internal:8000/v1', PRIVATE],
    ['http://10.0.0.5', PRIVATE],
  ])('takes %s with %j', (url, allowed) => expect(checkBaseUrl(url, allowed)).toBeNull());

  it.each<[string, readonly string[]]>([
    ['', []],
    ['api.deepseek.com', []],
    ['/v1', []],
    ['file:///etc/passwd', PRIVATE],
    ['gopher://127.0.0.1:70/', PRIVATE],
    ['ftp://example.com', PRIVATE],
    ['data:text/plain,x', PRIVATE],
    ['javascript:1', PRIVATE],
    ['http://api.deepseek.com', []],
    ['http://8.8.8.8', PRIVATE],
    ['https://user@example.com', []],
    ['https://user:password@example.com', []],
    ['https://example.com@169.254.169.254', PRIVATE],
    ['https://example.com/?a=1', []],
    ['https://example.com/#a', []],
    ['https://127.0.0.1', []],
    ['https://2130706433', []],
    ['https://0x7f.1', []],
    ['https://0177.0.0.1', []],
    ['https://127.1', []],
    ['https://[::1]', []],
    ['https://[::ffff:127.0.0.1]', []],
    ['https://[::ffff:169.254.169.254]', PRIVATE],
    ['https://localhost', []],
    ['https://localhost.', []],
    ['https://a.localhost', []],
    ['https://169.254.169.254/latest', PRIVATE],
    ['https://2852039166', PRIVATE],
    ['https://metadata.google.internal', PRIVATE],
    ['https://100.100.100.200', PRIVATE],
    ['https://１２７.0.0.1', PRIVATE],
    [' https://example.com', []],
    ['https://exa\nmple.com', []],
    ['https:\\\\example.com', []],
  ])('refuses %j with %j', (url, allowed) => {
    const problem = checkBaseUrl(url, allowed);
    expect(problem).toMatch(/^must /);
    if (url.length > 4) expect(problem).not.toContain(url);
  });
});

describe('checkProxyUrl', () => {
  it.each<[string, readonly string[], boolean]>([
    ['http://10.0.0.1:3128', PRIVATE, true],
    ['https://proxy.example.com:443', [], true],
    ['http://proxy.example.com:3128', [], true],
    ['http://10.0.0.1:3128', [], false],
    ['http://user:pass@proxy.example.com', [], false],
    ['socks5://proxy.example.com', [], false],
    ['http://proxy.example.com/path', [], false],
    ['http://169.254.169.254', PRIVATE, false],
  ])('%s with %j: %s', (url, allowed, isFine) => {
    expect(checkProxyUrl(url, allowed) === null).toBe(isFine);
  });
});
