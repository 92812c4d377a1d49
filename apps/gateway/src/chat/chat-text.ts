import { isLosslessNumber, LosslessNumber, stringify } from 'lossless-json';
import { assertDepth, assertWellFormed, parseLossless, type JsonObject, type JsonValue } from '@gw/platform';

/** One place in a request where text of the tenant can stand. */
export interface TextLeaf {
  readonly text: string;
  /** The object key the text stands under, as a hint for detection. */
  readonly key?: string;
  /** A JSON number: it stays a number unless its look-alike cannot be one. */
  readonly numeric: boolean;
  /** Where a structural value (role, id, tool name) stands. It is checked, never rewritten. */
  readonly structuralPath?: string;
}

/** Answers the text that takes the leaf's place. */
export type ReplaceText = (leaf: TextLeaf) => string;

/** Values the protocol gives a meaning to. Rewriting one would break the call, so they must not hold personal data. */
const STRUCTURAL = new Set([
  'messages[].role',
  'messages[].tool_call_id',
  'messages[].content[].type',
  'messages[].tool_calls[].id',
  'messages[].tool_calls[].type',
  'messages[].tool_calls[].function.name',
  'messages[].tool_calls[].custom.name',
  'messages[].function_call.name',
  'tools[].type',
  'tools[].function.name',
  'tools[].custom.name',
  'functions[].name',
  'tool_choice',
  'tool_choice.type',
  'tool_choice.function.name',
  'function_call',
  'function_call.name',
  'response_format.type',
  'response_format.json_schema.name',
  'modalities[]',
  'reasoning_effort',
  'service_tier',
  'verbosity',
]);
const STRUCTURAL_FORM = /^[A-Za-z0-9_.:/+=-]{1,256}$/;

/** JSON inside a string: its leaves are text, its structure is not. */
const EMBEDDED_JSON = new Set([
  'messages[].tool_calls[].function.arguments',
  'messages[].function_call.arguments',
  'choices[].message.tool_calls[].function.arguments',
  'choices[].message.function_call.arguments',
]);
const EMBEDDED_JSON_DEPTH_MAX = 64;

const REPLY_STRUCTURAL = new Set([
  'id',
  'object',
  'model',
  'system_fingerprint',
  'service_tier',
  'choices[].finish_reason',
  'choices[].message.role',
  'choices[].message.content[].type',
  'choices[].message.tool_calls[].id',
  'choices[].message.tool_calls[].type',
  'choices[].message.tool_calls[].function.name',
  'choices[].message.tool_calls[].custom.name',
  'choices[].message.function_call.name',
]);

const TEXT_PARTS = new Set(['text', 'refusal']);
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Keys that are plain names carry no personal data; a run of digits or any other character may. */
const PLAIN_KEY = /^(?!.*\d{5})[A-Za-z_$][A-Za-z0-9_.$-]{0,63}$/;

/**
 * Builds a new request body in which every text leaf is replaced, in document order. The same order holds for
 * every call on the same body, so texts can be collected in one pass and put back in a second one.
 * Leaves are: strings of every field, known or not; numbers; object keys that are not plain names; the leaves
 * of JSON inside strings. `model` is left to the caller; non-text content parts are copied as they are.
 */
export function mapRequestTexts(body: JsonObject, replace: ReplaceText): JsonObject {
  const walk = new RequestWalk(replace);
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) =>
      key === 'model' ? [key, value] : [walk.key(key), walk.value(value, key, key)],
    ),
  );
}

/** All text leaves of a request body, in the order in which `mapRequestTexts` replaces them. */
export function collectRequestTexts(body: JsonObject): TextLeaf[] {
  const leaves: TextLeaf[] = [];
  mapRequestTexts(body, (leaf) => {
    leaves.push(leaf);
    return leaf.text;
  });
  return leaves;
}

/** True when the body holds an image, audio or file part, which nobody here can check. */
export function hasUnscannablePart(body: JsonObject): boolean {
  return asArray(body.messages).some((message) =>
    asArray(isObject(message) ? message.content : undefined).some((part) => !isTextPart(part)),
  );
}

/** The first structural value that does not have the form of a name or id, or undefined. */
export function malformedStructuralPath(leaves: readonly TextLeaf[]): string | undefined {
  return leaves.find((leaf) => leaf.structuralPath !== undefined && !STRUCTURAL_FORM.test(leaf.text))
    ?.structuralPath;
}

/**
 * Builds a new reply in which every text leaf went through `restore`. Ids, roles, tool names, keys and usage
 * stay; `logprobs` are dropped, because they would spell out look-alikes.
 */
export function mapReplyTexts(reply: JsonObject, restore: (text: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(reply).map(([key, value]) => [
      key,
      key === 'usage' ? value : mapReplyValue(value, key, restore),
    ]),
  );
}

class RequestWalk {
  private changed = false;

  constructor(private readonly replace: ReplaceText) {}

  key(key: string): string {
    return PLAIN_KEY.test(key) ? key : this.text({ text: key, numeric: false });
  }

  value(value: JsonValue, path: string, key: string | undefined): JsonValue {
    if (typeof value === 'string') return this.string(value, path, key);
    if (isLosslessNumber(value)) return this.number(value, key);
    if (Array.isArray(value)) return value.map((item) => this.value(item, `${path}[]`, key));
    if (!isObject(value)) return value;
    if (path === 'messages[].content[]' && !isTextPart(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        this.key(name),
        this.value(item, `${path}.${name}`, name),
      ]),
    );
  }

  private string(value: string, path: string, key: string | undefined): string {
    if (STRUCTURAL.has(path)) return this.text({ text: value, numeric: false, structuralPath: path });
    const embedded = EMBEDDED_JSON.has(path) || hasEscapes(value) ? parseEmbedded(value) : undefined;
    if (embedded === undefined) return this.text({ text: value, key, numeric: false });
    return this.embedded(embedded, value);
  }

  /** JSON inside a string keeps its bytes unless a leaf was replaced. */
  private embedded(parsed: JsonValue, original: string): string {
    const outer = this.changed;
    this.changed = false;
    const mapped = this.value(parsed, '', undefined);
    const text = this.changed ? (stringify(mapped) as string) : original;
    this.changed ||= outer;
    return text;
  }

  private number(value: LosslessNumber, key: string | undefined): JsonValue {
    const text = this.text({ text: value.value, key, numeric: true });
    if (text === value.value) return value;
    return JSON_NUMBER.test(text) ? new LosslessNumber(text) : text;
  }

  private text(leaf: TextLeaf): string {
    const replaced = this.replace(leaf);
    this.changed ||= replaced !== leaf.text;
    return replaced;
  }
}

function mapReplyValue(value: JsonValue, path: string, restore: (text: string) => string): JsonValue {
  if (typeof value === 'string') return restoreString(value, path, restore);
  if (Array.isArray(value)) return value.map((item) => mapReplyValue(item, `${path}[]`, restore));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(path === 'choices[]' && name === 'logprobs'))
      .map(([name, item]) => [name, mapReplyValue(item, `${path}.${name}`, restore)]),
  );
}

function restoreString(value: string, path: string, restore: (text: string) => string): string {
  if (REPLY_STRUCTURAL.has(path)) return value;
  const embedded = EMBEDDED_JSON.has(path) ? parseEmbedded(value) : undefined;
  if (embedded === undefined) return restore(value);
  let changed = false;
  const mapped = restoreLeaves(embedded, (text) => {
    const restored = restore(text);
    changed ||= restored !== text;
    return restored;
  });
  return changed ? (stringify(mapped) as string) : value;
}

function restoreLeaves(value: JsonValue, restore: (text: string) => string): JsonValue {
  if (typeof value === 'string') return restore(value);
  if (isLosslessNumber(value)) {
    const text = restore(value.value);
    if (text === value.value) return value;
    return JSON_NUMBER.test(text) ? new LosslessNumber(text) : text;
  }
  if (Array.isArray(value)) return value.map((item) => restoreLeaves(item, restore));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, restoreLeaves(item, restore)]));
}

/**
 * The object or array that a string spells out in JSON, or undefined when it is ordinary text.
 * @throws AppError invalid_encoding when an escape in it spells a lone surrogate or NUL
 */
function parseEmbedded(text: string): JsonValue | undefined {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return undefined;
  let value: JsonValue;
  try {
    assertDepth(text, EMBEDDED_JSON_DEPTH_MAX);
    value = parseLossless(text);
  } catch {
    return undefined;
  }
  assertWellFormed(value);
  return value;
}

/** `\u5f20` hides a name from detection, so a string that spells JSON with escapes is read as JSON. */
function hasEscapes(text: string): boolean {
  return text.includes('\\u');
}

function isTextPart(part: JsonValue): boolean {
  return isObject(part) && typeof part.type === 'string' && TEXT_PARTS.has(part.type);
}

function asArray(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}
