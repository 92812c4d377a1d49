import { LosslessNumber } from 'lossless-json';
import type { JsonObject, JsonValue } from '@gw/platform';
import type { RequestMap } from '@gw/tokenstore';
import type { Operation } from '../operations/operation';
import type { FirstAnswer } from './chat-answer';
import { mapReplyTexts } from './chat-text';
import type { KeptReply } from './replay';

/** A reply with the caller's values back in it. */
export interface RestoredReply {
  readonly body: JsonObject;
  /** The last message as the model received it; the sandbox alone tells. */
  readonly modelSaw?: JsonValue;
  /** `gw` of the first answer, when this one repeats it. */
  readonly first?: FirstAnswer;
}

/**
 * Fills in what every client library expects and some models leave out. The catalogue id replaces the model's own
 * name, so that the caller reads what it asked for.
 */
export function completeReply(reply: JsonObject, operation: Operation): JsonObject {
  return {
    id: `chatcmpl-${operation.requestId}`,
    object: 'chat.completion',
    created: new LosslessNumber(String(Math.floor(Date.now() / 1_000))),
    ...reply,
    model: operation.model ?? '',
  };
}

/** Puts the originals back into every text leaf of a reply. Only mappings of this very request are used. */
export function restoreReply(
  { reply, modelSaw, first }: KeptReply & Pick<RestoredReply, 'first'>,
  map: RequestMap,
  operation: Operation,
): RestoredReply {
  const body = mapReplyTexts(reply, (text) => {
    const result = map.restore(text);
    operation.unrestored += result.unrestored;
    return result.text;
  });
  return { body, modelSaw, first };
}

/** All text of a reply, to estimate usage from when the model did not tell it. */
export function replyTextBytes(reply: JsonObject): number {
  let bytes = 0;
  mapReplyTexts({ choices: reply.choices ?? [] }, (text) => {
    bytes += Buffer.byteLength(text);
    return text;
  });
  return bytes;
}
