import { z } from 'zod';
import type { ModelView } from '@gw/catalogue';
import { perMillion, positiveInt, time, tokenPrice } from '../lists/fields';

/** Clocks differ; a price may lie this far in the past and still mean "now". */
const PAST_MS_MAX = 60_000;

export const modelSchema = z.strictObject({
  jurisdiction: z.enum(['domestic', 'overseas', 'local']),
  input_price: tokenPrice,
  output_price: tokenPrice,
  status: z.enum(['open', 'closed']),
  upstream_model: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .nullish(),
  context_tokens: positiveInt,
  output_tokens_max: positiveInt,
  effective_at: time
    .refine((at) => at.getTime() > Date.now() - PAST_MS_MAX, 'must not lie in the past')
    .optional(),
});
export type ModelBody = z.output<typeof modelSchema>;

/** A model with the price in force and all prices it ever had or will have; CNY per million tokens. */
export interface ModelAnswer {
  readonly id: string;
  readonly vendor: string;
  readonly name: string;
  readonly jurisdiction: ModelView['jurisdiction'];
  readonly status: ModelView['status'];
  readonly upstream_model: string | null;
  readonly context_tokens: number;
  readonly output_tokens_max: number;
  /** Null until the model has a price; it cannot be called before. */
  readonly input_price: number | null;
  readonly output_price: number | null;
  /** Newest first. */
  readonly prices: readonly {
    readonly id: number;
    readonly input_price: number;
    readonly output_price: number;
    readonly effective_at: string;
  }[];
}

export function modelAnswer({ prices, ...model }: ModelView, now = Date.now()): ModelAnswer {
  const answered = prices.map(({ id, input_nano, output_nano, valid_from }) => ({
    id: Number(id),
    input_price: perMillion(input_nano),
    output_price: perMillion(output_nano),
    effective_at: new Date(valid_from).toISOString(),
  }));
  const current = answered.find(({ effective_at }) => Date.parse(effective_at) <= now);
  return {
    id: `${model.vendor}/${model.name}`,
    ...model,
    input_price: current?.input_price ?? null,
    output_price: current?.output_price ?? null,
    prices: answered,
  };
}
