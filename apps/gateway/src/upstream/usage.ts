import { isLosslessNumber } from 'lossless-json';
import type { JsonObject, JsonValue } from '@gw/platform';

/** Tokens a call used, as the model says. */
export interface Usage {
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** The most a call can have used: the bounds its hold was computed from. */
export interface UsageBounds {
  readonly tokensInMax: number;
  readonly tokensOutMax: number;
}

const COUNT = /^(?:0|[1-9]\d*)$/;

/**
 * Reads `usage` of a reply. An explicit 0 is believed.
 * @returns null when a count is missing, is not a plain non-negative integer, or is beyond its bound; the
 *   caller then estimates
 */
export function readUsage(reply: JsonObject, bounds: UsageBounds): Usage | null {
  const usage = reply.usage;
  if (typeof usage !== 'object' || usage === null || Array.isArray(usage) || isLosslessNumber(usage))
    return null;
  const tokensIn = count(usage.prompt_tokens, bounds.tokensInMax);
  const tokensOut = count(usage.completion_tokens, bounds.tokensOutMax);
  return tokensIn === null || tokensOut === null ? null : { tokensIn, tokensOut };
}

function count(value: JsonValue | undefined, max: number): number | null {
  if (!isLosslessNumber(value) || !COUNT.test(value.value)) return null;
  const number = Number(value.value);
  return Number.isSafeInteger(number) && number <= max ? number : null;
}
