import { RootKey } from '@gw/platform';
import { Catalogue, channelKeyContext } from './catalogue';

const ROOT = new RootKey(Buffer.alloc(32, 3));
const MODEL = {
  vendor: 'deepseek',
  name: 'deepseek-chat',
  jurisdiction: 'domestic',
  open: true,
  upstream_model: null,
  context_tokens: 131_072,
  output_tokens_max: 8_192,
  base_url: 'https://api.deepseek.com',
  api_key_wrapped: ROOT.wrap(Buffer.from('sk-x'), channelKeyContext('deepseek')),
  egress: 'direct',
  proxy_url: null,
  timeout_ms: 120_000,
  protocol: 'openai',
};
const price = (id: string, input: string, validFrom: number, name = MODEL.name) => ({
  id,
  vendor: 'deepseek',
  name,
  input_nano: input,
  output_nano: '3000',
  valid_from: new Date(validFrom),
});

function catalogue(prices: object[], epoch = { current: 1n }) {
  let loads = 0;
  const dataSource = {
    query: async (sql: string) => {
      if (sql.includes('FROM price')) return prices;
      loads++;
      return [MODEL];
    },
  };
  return { catalogue: new Catalogue(dataSource as never, ROOT, epoch as never), epoch, loads: () => loads };
}

describe('the catalogue', () => {
  it('gives a model with its channel, price and key', async () => {
    const { catalogue: open } = catalogue([price('7', '2000', 0)]);
    expect(await open.find('deepseek/deepseek-chat')).toMatchObject({
      id: 'deepseek/deepseek-chat',
      open: true,
      jurisdiction: 'domestic',
      price: { id: 7n, inputNano: 2_000n, outputNano: 3_000n },
      channel: { baseUrl: 'https://api.deepseek.com', apiKey: 'sk-x', egress: 'direct', protocol: 'openai' },
    });
    expect(await open.find('deepseek/other')).toBeNull();
  });

  it('has no price where no row is valid, and none of another model', async () => {
    expect((await catalogue([]).catalogue.list())[0]!.price).toBeNull();
    expect((await catalogue([price('1', '1', 0, 'other')]).catalogue.list())[0]!.price).toBeNull();
    expect((await catalogue([price('1', '1', Date.now() + 60_000)]).catalogue.list())[0]!.price).toBeNull();
  });

  it('turns to a scheduled price at its time, within one epoch', async () => {
    const { catalogue: priced, loads } = catalogue([
      price('1', '1000', 0),
      price('2', '2000', Date.now() + 50),
    ]);
    expect((await priced.find('deepseek/deepseek-chat'))?.price?.inputNano).toBe(1_000n);
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect((await priced.find('deepseek/deepseek-chat'))?.price?.inputNano).toBe(2_000n);
    expect(loads()).toBe(1);
  });

  it('is read again when the epoch has changed', async () => {
    const { catalogue: cached, epoch, loads } = catalogue([]);
    await cached.list();
    await cached.list();
    epoch.current = 2n;
    await cached.list();
    expect(loads()).toBe(2);
  });
});
