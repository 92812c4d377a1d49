import { createHmac } from 'node:crypto';
import { parse, stringify } from 'lossless-json';
import { deriveKey, invalidRequest, open, seal, type JsonObject, type JsonValue } from '@gw/platform';
import type { TenantKeys } from '@gw/tokenstore';
import type { GwFacts } from './chat-answer';

/** What the ledger needs to recognize a retry. Both are keyed hashes: neither the key nor the body is stored. */
export interface IdempotencyMarks {
  readonly key: string;
  readonly fingerprint: string;
}

const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

/**
 * Reads the `Idempotency-Key` header.
 * @throws AppError invalid_request when the header is there but has no usable form
 */
export function idempotencyMarks(
  header: string | string[] | undefined,
  body: Buffer,
  keys: TenantKeys,
): IdempotencyMarks | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !KEY_FORM.test(header)) {
    throw invalidRequest({ path: 'Idempotency-Key', problem: 'must be 1 to 255 visible ASCII characters' });
  }
  const mark = (label: string, bytes: string | Buffer): string =>
    createHmac('sha256', keys.idx).update(`gw/idempotency/${label}/v1\0`).update(bytes).digest('hex');
  return { key: mark('key', header), fingerprint: mark('body', body) };
}

/** A reply as kept for a replay: still masked, so that it can only be read together with the same request. */
export interface KeptReply {
  readonly reply: JsonObject;
  readonly modelSaw?: JsonValue;
}

interface SealedReply extends KeptReply {
  /** As JSON text, so that ordinary numbers and lossless ones do not mix. */
  readonly facts: string;
}

/** Encrypts a masked reply under the tenant, bound to the idempotency key it answered. */
export function sealReply(kept: KeptReply, facts: GwFacts, keys: TenantKeys, mark: string): Buffer {
  const sealed: SealedReply = { ...kept, facts: JSON.stringify(facts) };
  return seal(replayKey(keys), Buffer.from(stringify(sealed) as string, 'utf8'), `replay|${mark}`);
}

/** @throws when the bytes were kept for another tenant or another idempotency key */
export function openReply(
  sealed: Buffer,
  keys: TenantKeys,
  mark: string,
): KeptReply & { readonly facts: GwFacts } {
  const text = open(replayKey(keys), sealed, `replay|${mark}`).toString('utf8');
  const { facts, ...kept } = parse(text) as unknown as SealedReply;
  return { ...kept, facts: JSON.parse(facts) as GwFacts };
}

function replayKey(keys: TenantKeys): Buffer {
  return deriveKey(keys.idx, 'gw/replay/v1');
}
