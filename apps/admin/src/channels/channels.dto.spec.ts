import type { ChannelView } from '@gw/catalogue';
import type { AppError } from '@gw/platform';
import { assertSavable, channelSchema } from './channels.dto';

const body = (overrides: object = {}) =>
  channelSchema.parse({ base_url: 'https://model.example.com/v1', status: 'open', ...overrides });
const stored = { base_url: 'https://model.example.com/v1', has_api_key: true } as ChannelView;

const problemsOf = (...args: Parameters<typeof assertSavable>): string[] => {
  try {
    assertSavable(...args);
    return [];
  } catch (error) {
    return (error as AppError).extras.fields!.map(({ path }) => path);
  }
};

it('has defaults', () => {
  expect(body()).toMatchObject({ egress: 'direct', timeout_ms: 120_000, protocol: 'openai' });
});

it.each<[string, object, ChannelView | null, string[]]>([
  ['a new channel', {}, null, []],
  ['the stored key for the same server', { base_url: 'https://model.example.com/v2' }, stored, []],
  ['no key for another server', { base_url: 'https://other.example.com' }, stored, ['api_key']],
  ['no key for another port', { base_url: 'https://model.example.com:8443' }, stored, ['api_key']],
  ['a new key for another server', { base_url: 'https://other.example.com', api_key: 'sk-1' }, stored, []],
  ['a removed key for another server', { base_url: 'https://other.example.com', api_key: null }, stored, []],
  [
    'another server, no key stored',
    { base_url: 'https://b.example.com' },
    { ...stored, has_api_key: false },
    [],
  ],
  ['a proxy without an address', { egress: 'proxy' }, null, ['proxy_url']],
  [
    'a proxy in a range not named',
    { egress: 'proxy', proxy_url: 'http://10.0.0.1:3128' },
    null,
    ['proxy_url'],
  ],
  ['a proxy that is not used', { proxy_url: 'https://proxy.example.com' }, null, ['proxy_url']],
  ['a proxy', { egress: 'proxy', proxy_url: 'https://proxy.example.com' }, null, []],
  ['a private address', { base_url: 'https://10.0.0.1' }, null, ['base_url']],
])('%s: %#', (_name, overrides, current, problems) => {
  expect(problemsOf(body(overrides), current, [])).toEqual(problems);
});
