import type { GatewayRequest } from '../auth/gateway-request';
import { ModelsController } from './models.controller';

const price = { id: 1n, inputNano: 2_000n, outputNano: 8_500n };
const model = (id: string, more: object = {}) => {
  const [vendor, name] = id.split('/');
  return { id, vendor, name, jurisdiction: 'domestic', open: true, price, ...more };
};
const catalogue = [
  model('deepseek/deepseek-chat'),
  model('deepseek/unpriced', { price: null }),
  model('qwen/qwen-max', { open: false }),
  model('sandbox/echo', { jurisdiction: 'local', price: { id: 2n, inputNano: 0n, outputNano: 0n } }),
];

async function listFor(principal: { environment: string; models: string[] | null }) {
  const controller = new ModelsController({ list: async () => catalogue } as never);
  return controller.list({ principal } as unknown as GatewayRequest);
}
const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

describe('GET /v1/models', () => {
  it('lists what is open and priced, with prices per million tokens', async () => {
    const answer = await listFor({ environment: 'live', models: null });
    expect(ids(answer)).toEqual(['deepseek/deepseek-chat', 'sandbox/echo']);
    expect(answer.data[0]).toEqual({
      id: 'deepseek/deepseek-chat',
      object: 'model',
      created: 0,
      owned_by: 'deepseek',
      gw: { jurisdiction: 'domestic', input_price: 2, output_price: 8.5 },
    });
  });

  it('shows a test key the sandbox only', async () => {
    expect(ids(await listFor({ environment: 'test', models: null }))).toEqual(['sandbox/echo']);
  });

  it('keeps to the list of the key', async () => {
    expect(ids(await listFor({ environment: 'live', models: ['sandbox/echo', 'qwen/qwen-max'] }))).toEqual([
      'sandbox/echo',
    ]);
  });
});
