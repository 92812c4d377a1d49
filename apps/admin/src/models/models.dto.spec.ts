import type { ModelView } from '@gw/catalogue';
import { modelAnswer } from './models.dto';

const price = (id: string, input_nano: string, valid_from: string) => ({
  id,
  input_nano,
  output_nano: '3000',
  valid_from,
});
const model = (prices: ModelView['prices']): ModelView => ({
  vendor: 'deepseek',
  name: 'deepseek-chat',
  jurisdiction: 'domestic',
  status: 'open',
  upstream_model: null,
  context_tokens: 131_072,
  output_tokens_max: 8_192,
  prices,
});

it('answers the price in force among past and scheduled ones', () => {
  const prices = [
    price('3', '4000', '2026-03-01T00:00:00Z'),
    price('2', '800', '2026-02-01T08:00:00+08:00'),
    price('1', '1000', '2026-01-01T00:00:00Z'),
  ];
  const answer = modelAnswer(model(prices), Date.parse('2026-02-15T00:00:00Z'));
  expect(answer).toMatchObject({ id: 'deepseek/deepseek-chat', input_price: 0.8, output_price: 3 });
  expect(answer.prices[1]).toEqual({
    id: 2,
    input_price: 0.8,
    output_price: 3,
    effective_at: '2026-02-01T00:00:00.000Z',
  });
});

it('has no price before the first', () => {
  const answer = modelAnswer(
    model([price('1', '1000', '2026-01-01T00:00:00Z')]),
    Date.parse('2025-12-31T00:00:00Z'),
  );
  expect([answer.input_price, answer.output_price]).toEqual([null, null]);
});
