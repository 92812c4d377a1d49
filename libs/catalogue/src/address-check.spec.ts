import { checkBaseUrl, isAddressAllowed } from './address-check';

const LOOPBACK = ['127.0.0.0/8'];

describe('a channel address', () => {
  it.each<[string, readonly string[], boolean]>([
    ['8.8.8.8', [], true],
    ['127.0.0.1', [], false],
    ['127.0.0.1', LOOPBACK, true],
    ['::ffff:127.0.0.1', [], false],
    ['::ffff:127.0.0.1', LOOPBACK, true],
    ['10.0.0.1', [], false],
    ['10.0.0.1', ['10.0.0.0/8'], true],
    ['192.168.1.1', ['10.0.0.0/8'], false],
    ['169.254.169.254', ['0.0.0.0/0'], false],
    ['fe80::1', ['::/0'], false],
    ['fd00::1', ['fd00::/8'], true],
    ['::1', [], false],
    ['0.0.0.0', ['0.0.0.0/0'], false],
    ['224.0.0.1', ['0.0.0.0/0'], false],
    ['not an address', [], false],
  ])('%s with %j: %s', (address, allowed, expected) => {
    expect(isAddressAllowed(address, allowed)).toBe(expected);
  });

  it.each<[string, readonly string[]]>([
    ['https://api.deepseek.com', []],
    ['https://api.deepseek.com/v1', []],
    ['http://127.0.0.1:8000/v1', LOOPBACK],
    ['http://model.internal/v1', ['10.0.0.0/8']],
  ])('%s may be saved', (url, allowed) => {
    expect(checkBaseUrl(url, allowed)).toBeNull();
  });

  it.each<[string, readonly string[]]>([
    ['file:///etc/passwd', []],
    ['gopher://example.com', []],
    ['http://api.deepseek.com', []],
    ['https://user:secret@example.com', []],
    ['https://127.0.0.1', []],
    ['https://2130706433', []],
    ['https://0177.0.0.1', []],
    ['https://[::ffff:7f00:1]', []],
    ['https://[::1]', []],
    ['https://169.254.169.254/latest', LOOPBACK],
    ['http://8.8.8.8', LOOPBACK],
    ['https://example.com?x=1', []],
    ['example.com', []],
  ])('%s may not', (url, allowed) => {
    expect(checkBaseUrl(url, allowed)).not.toBeNull();
  });
});
