import { LosslessNumber, stringify } from 'lossless-json';
import type { CatalogueModel } from '@gw/catalogue';
import type { JsonObject } from '@gw/platform';
import type { ChatRequest, OutputBoundField } from './chat.dto';
import { mapRequestTexts } from './chat-text';

/** The body that leaves, and the bounds the hold is computed from. */
export interface Outbound {
  readonly body: JsonObject;
  readonly json: string;
  /** Most output tokens of one choice; also written into the body. */
  readonly outputTokensMax: number;
}

const DEFAULT_FIELD: OutputBoundField = 'max_tokens';

/**
 * Builds what is sent to the model: masked texts, the model's own name, and a bound on the output in the field
 * the caller used, so that the reservation is a true ceiling. Nothing of the inbound body is reused by reference
 * except parts that cannot be changed.
 * @param maskedTexts one text for each leaf of `collectRequestTexts`, in the same order
 */
export function buildOutbound(
  chat: ChatRequest,
  model: CatalogueModel,
  maskedTexts: readonly string[],
): Outbound {
  let next = 0;
  const masked = mapRequestTexts(chat.body, () => maskedTexts[next++] as string);
  const asked = chat.outputBounds.map(({ tokens }) => tokens);
  const outputTokensMax = Math.min(model.outputTokensMax, ...(asked.length > 0 ? [Math.max(...asked)] : []));
  const fields = chat.outputBounds.length > 0 ? chat.outputBounds.map(({ field }) => field) : [DEFAULT_FIELD];
  const body: JsonObject = {
    ...masked,
    model: model.upstreamModel ?? model.name,
    ...Object.fromEntries(fields.map((field) => [field, new LosslessNumber(String(outputTokensMax))])),
  };
  return { body, json: stringify(body) as string, outputTokensMax };
}
