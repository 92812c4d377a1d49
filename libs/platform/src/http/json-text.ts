import { LosslessNumber, parse } from 'lossless-json';
import { AppError, invalidRequest } from '../errors/app-error';

/** A JSON value read without loss: every number keeps its digits. */
export type JsonValue = string | boolean | null | LosslessNumber | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}
/** The same value with ordinary numbers, for bodies where a double is exact enough. */
export type PlainJsonValue = string | number | boolean | null | PlainJsonValue[] | PlainJsonObject;
export interface PlainJsonObject {
  [key: string]: PlainJsonValue;
}

/** More values than any real request holds; keeps the time to parse a body of a million commas bounded. */
const VALUES_MAX = 65_536;

/** With the `u` flag a proper pair is one character, so that `\p{Surrogate}` finds only lone halves. */
const LONE_SURROGATE_OR_NUL = /[\p{Surrogate}\0]/u;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes without repairing: a byte that is not UTF-8 is refused, never replaced by U+FFFD, because
 * repaired text is text that was not checked. A byte order mark stays, and is then not JSON (RFC 8259, 8.1).
 * @throws AppError invalid_encoding
 */
export function decodeUtf8Strict(bytes: Uint8Array): string {
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    throw new AppError('invalid_encoding');
  }
  if (text.includes('\0')) throw new AppError('invalid_encoding');
  return text;
}

/**
 * Measures nesting (the outermost object is depth 1) and counts values in one linear pass, before anything
 * recursive sees the text.
 * @throws AppError invalid_request
 */
export function assertDepth(text: string, depthMax: number, valuesMax = VALUES_MAX): void {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22: // "
        i = endOfString(text, i);
        break;
      case 0x7b: // {
      case 0x5b: // [
        if (++depth > depthMax) throw bodyProblem(`must not nest deeper than ${depthMax} levels`);
        values++;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth--;
        break;
      case 0x2c: // ,
        values++;
        break;
    }
    if (values > valuesMax) throw bodyProblem(`must not hold more than ${valuesMax} values`);
  }
}

/** Index of the quote that ends the string starting at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i;
    if (code === 0x5c) i++; // the escaped character cannot end the string
  }
  return text.length;
}

/**
 * Refuses lone surrogates and NUL in any string or key, also those that were written as `\u` escapes.
 * The value must already be known to be shallow.
 * @throws AppError invalid_encoding
 */
export function assertWellFormed(value: JsonValue | PlainJsonValue): void {
  if (typeof value === 'string') {
    if (LONE_SURROGATE_OR_NUL.test(value)) throw new AppError('invalid_encoding');
  } else if (Array.isArray(value)) {
    for (const item of value) assertWellFormed(item);
  } else if (typeof value === 'object' && value !== null && !(value instanceof LosslessNumber)) {
    for (const [key, item] of Object.entries(value)) {
      assertWellFormed(key);
      assertWellFormed(item);
    }
  }
}

/**
 * Parses JSON so that no digit is lost. The same key twice with different values is refused, since two readers
 * of it could see two different bodies; `__proto__` becomes an ordinary own key.
 * @throws AppError invalid_json; the parser's own message is dropped because it quotes the text
 */
export function parseLossless(text: string): JsonValue {
  return parseChecking(text, () => parse(text) as JsonValue);
}

/** As `parseLossless`, with doubles for numbers. */
export function parsePlain(text: string): PlainJsonValue {
  return parseChecking(text, () => parse(text, undefined, Number) as PlainJsonValue);
}

// The native parser is ten times faster: what is not JSON at all never reaches the slow one.
function parseChecking<Value>(text: string, parseSlowly: () => Value): Value {
  try {
    JSON.parse(text);
    return parseSlowly();
  } catch {
    throw new AppError('invalid_json');
  }
}

/** All checks in their order: encoding, depth, grammar, escapes, an object at the top. */
export function jsonObjectFromBytes(bytes: Uint8Array, depthMax: number): JsonObject {
  return checkedObject(bytes, depthMax, parseLossless);
}

/** As `jsonObjectFromBytes`, with doubles for numbers. */
export function plainObjectFromBytes(bytes: Uint8Array, depthMax: number): PlainJsonObject {
  return checkedObject(bytes, depthMax, parsePlain);
}

function checkedObject<Value extends JsonValue | PlainJsonValue>(
  bytes: Uint8Array,
  depthMax: number,
  parseText: (text: string) => Value,
): Extract<Value, JsonObject> & Extract<Value, PlainJsonObject> {
  const text = decodeUtf8Strict(bytes);
  assertDepth(text, depthMax);
  const value = parseText(text);
  // Decoded UTF-8 has no lone surrogate and no NUL; only an escape can bring one in.
  if (text.includes('\\u')) assertWellFormed(value);
  if (!isObject(value)) throw bodyProblem('must be a JSON object');
  return value as never;
}

function isObject(value: JsonValue | PlainJsonValue): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
  );
}

function bodyProblem(problem: string): AppError {
  return invalidRequest({ path: '', problem });
}
