import { isLosslessNumber } from 'lossless-json';
import { AppError, invalidRequest, type FieldProblem, type JsonObject, type JsonValue } from '@gw/platform';

/** What the gateway itself needs to know of a chat request; everything else stays in `body`. */
export interface ChatRequest {
  readonly body: JsonObject;
  /** Catalogue id, `<vendor>/<name>`. */
  readonly model: string;
  /** How many answers are asked for. */
  readonly choices: number;
  /** The caller's bounds on output tokens and the fields they stand in, so that ours is written back there. */
  readonly outputBounds: readonly { readonly field: OutputBoundField; readonly tokens: number }[];
}

export type OutputBoundField = 'max_tokens' | 'max_completion_tokens';

const OUTPUT_BOUND_FIELDS: readonly OutputBoundField[] = ['max_completion_tokens', 'max_tokens'];
const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);
const CHOICES_MAX = 128;
const MODEL_FORM = /^[A-Za-z0-9_.:-]{1,64}\/[A-Za-z0-9_.:/-]{1,128}$/;

/**
 * Checks the parts of a chat request that the gateway reads.
 * @throws AppError invalid_request, stream_unsupported or model_prefix_required
 */
export function readChatRequest(body: JsonObject, messagesMax: number): ChatRequest {
  const problems: FieldProblem[] = [];
  if (typeof body.model !== 'string') problems.push({ path: 'model', problem: 'must be a string' });
  problems.push(...messageProblems(body.messages, messagesMax));
  if (!isOptional(body.stream, (value) => typeof value === 'boolean')) {
    problems.push({ path: 'stream', problem: 'must be a boolean' });
  }
  const choices = optionalCount(body, 'n', CHOICES_MAX, problems);
  const outputBounds = OUTPUT_BOUND_FIELDS.flatMap((field) => {
    const tokens = optionalCount(body, field, Number.MAX_SAFE_INTEGER, problems);
    return tokens === undefined ? [] : [{ field, tokens }];
  });
  if (problems.length > 0) throw invalidRequest(...problems);
  if (body.stream === true) throw new AppError('stream_unsupported');
  const model = body.model as string;
  if (!model.includes('/')) throw new AppError('model_prefix_required');
  if (!MODEL_FORM.test(model)) throw new AppError('model_not_found');
  return { body, model, choices: choices ?? 1, outputBounds };
}

function messageProblems(messages: JsonValue | undefined, messagesMax: number): FieldProblem[] {
  if (!Array.isArray(messages) || messages.length === 0) {
    return [{ path: 'messages', problem: 'must be a non-empty array' }];
  }
  if (messages.length > messagesMax) {
    return [{ path: 'messages', problem: `must hold at most ${messagesMax} messages` }];
  }
  return messages.flatMap((message, index) => messageProblem(message, `messages[${index}]`));
}

function messageProblem(message: JsonValue, path: string): FieldProblem[] {
  if (!isPlainObject(message)) return [{ path, problem: 'must be an object' }];
  if (typeof message.role !== 'string' || !ROLES.has(message.role)) {
    return [{ path: `${path}.role`, problem: `must be one of ${[...ROLES].join(', ')}` }];
  }
  const { content } = message;
  if (Array.isArray(content)) {
    const bad = content.findIndex((part) => !isPlainObject(part) || typeof part.type !== 'string');
    return bad < 0 ? [] : [{ path: `${path}.content[${bad}]`, problem: 'must be an object with a type' }];
  }
  return isOptional(content, (value) => typeof value === 'string')
    ? []
    : [{ path: `${path}.content`, problem: 'must be a string, an array of parts or null' }];
}

function optionalCount(
  body: JsonObject,
  field: string,
  max: number,
  problems: FieldProblem[],
): number | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  const count = isLosslessNumber(value) ? Number(value.value) : NaN;
  if (Number.isSafeInteger(count) && count >= 1 && count <= max) return count;
  problems.push({ path: field, problem: 'must be a positive whole number' });
  return undefined;
}

function isOptional(value: JsonValue | undefined, accepts: (value: JsonValue) => boolean): boolean {
  return value === undefined || value === null || accepts(value);
}

function isPlainObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}
