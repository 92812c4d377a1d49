import { isLosslessNumber } from 'lossless-json';
import { AppError, assertDepth, parseLossless, type JsonObject, type JsonValue } from '@gw/platform';
import type { UpstreamReply } from './upstream';

/** Deep enough for any reply, shallow enough for everything that walks it recursively. */
const DEPTH_MAX = 128;
/** A long reply with the log probabilities of every token has hundreds of thousands of values. */
const VALUES_MAX = 1_048_576;

/**
 * Reads a reply without losing a digit and makes sure that it is a chat completion: an object with at least one
 * choice, each with a message whose content is text, parts or null.
 * @throws AppError upstream_error for anything else; the reply is not quoted
 */
export function readReply(reply: UpstreamReply): JsonObject {
  let value: JsonValue;
  try {
    assertDepth(reply.bodyText, DEPTH_MAX, VALUES_MAX);
    value = parseLossless(reply.bodyText);
  } catch {
    throw unreadable(reply);
  }
  if (!isChatCompletion(value)) throw unreadable(reply);
  return value;
}

function isChatCompletion(value: JsonValue): value is JsonObject {
  if (!isObject(value) || !Array.isArray(value.choices) || value.choices.length === 0) return false;
  return value.choices.every(
    (choice) => isObject(choice) && isObject(choice.message) && isMessage(choice.message),
  );
}

function isMessage({ content, tool_calls: toolCalls }: JsonObject): boolean {
  const contentFits =
    content === undefined || content === null || typeof content === 'string' || Array.isArray(content);
  const callsFit =
    toolCalls === undefined || toolCalls === null || (Array.isArray(toolCalls) && toolCalls.every(isObject));
  return contentFits && callsFit;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

function unreadable({ status }: UpstreamReply): AppError {
  return new AppError('upstream_error', { extras: { upstream_status: status } });
}
