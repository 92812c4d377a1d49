import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { GwConfig } from '../config/schema';
import { AppError, invalidRequest } from '../errors/app-error';
import {
  jsonObjectFromBytes,
  plainObjectFromBytes,
  type JsonObject,
  type PlainJsonObject,
} from './json-text';

/** What is needed of a request; a Fastify request fits. */
export interface BodySource {
  readonly headers: IncomingHttpHeaders;
  readonly raw: Readable;
}

export interface JsonBodyLimits {
  readonly bytesMax: number;
  readonly depthMax: number;
}

export interface JsonBody {
  readonly value: JsonObject;
  /** The bytes as sent, for fingerprints. */
  readonly bytes: Buffer;
}

/** The limits an installation has set. */
export function jsonBodyLimits(config: GwConfig): JsonBodyLimits {
  return { bytesMax: config.GW_BODY_BYTES_MAX, depthMax: config.GW_JSON_DEPTH_MAX };
}

/**
 * Reads a request's body and parses it without loss. May be called once per request.
 * @throws AppError unsupported_media_type | body_too_large | invalid_encoding | invalid_json | invalid_request
 */
export async function readJsonBody(request: BodySource, limits: JsonBodyLimits): Promise<JsonBody> {
  assertJsonContentType(request.headers);
  const bytes = await readBytes(request, limits.bytesMax);
  return { value: jsonObjectFromBytes(bytes, limits.depthMax), bytes };
}

/** As `readJsonBody`, with ordinary numbers; no body at all is `undefined`. */
export async function readPlainJsonBody(
  request: BodySource,
  limits: JsonBodyLimits,
): Promise<PlainJsonObject | undefined> {
  if (request.headers['content-length'] === '0') return undefined;
  assertJsonContentType(request.headers);
  return plainObjectFromBytes(await readBytes(request, limits.bytesMax), limits.depthMax);
}

/**
 * Accepts `application/json`, with no charset or utf-8, and no compression: a compressed body would be
 * measured at another size than the one that is checked.
 * @throws AppError unsupported_media_type
 */
export function assertJsonContentType(headers: IncomingHttpHeaders): void {
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charsets = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/.exec(parameter)?.[1])
    .filter((charset) => charset !== undefined);
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const isJson = mediaType.trim() === 'application/json';
  const isUtf8 = charsets.every((charset) => charset === 'utf-8' || charset === 'utf8');
  if (!isJson || !isUtf8 || encoding !== 'identity') throw new AppError('unsupported_media_type');
}

/** Buffers the body up to the limit; what comes beyond it is discarded unseen, so that memory stays bounded. */
function readBytes({ headers, raw }: BodySource, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const stop = (error: AppError | null): void => {
      raw.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      raw.on('error', ignore);
      if (!error) return resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, received));
      raw.resume();
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > bytesMax) stop(new AppError('body_too_large'));
      else chunks.push(chunk);
    };
    const onEnd = (): void => stop(received === 0 ? new AppError('invalid_json') : null);
    const onBroken = (): void => stop(invalidRequest({ path: '', problem: 'ended before it was complete' }));

    if (raw.destroyed || raw.readableEnded) return onBroken();
    if (Number(headers['content-length']) > bytesMax) return stop(new AppError('body_too_large'));
    raw.on('data', onData).once('end', onEnd).once('error', onBroken).once('close', onBroken);
  });
}

function ignore(): void {}
