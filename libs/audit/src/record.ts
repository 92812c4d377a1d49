import canonicalize from 'canonicalize';
import { createHash, createHmac, randomBytes } from 'node:crypto';

/** What a record tells. No text, no original, no surrogate, no address, no key secret; absent means unknown. */
export interface AuditRecordFields {
  readonly kind: string;
  readonly request_id: string;
  readonly tenant?: string;
  readonly key?: string;
  readonly endpoint?: string;
  readonly model?: string;
  readonly jurisdiction?: string;
  readonly egress?: string;
  readonly policy?: number;
  readonly detector?: string;
  readonly outcome?: string;
  /** Entity type → action → how often. */
  readonly entities?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly unrestored?: number;
  readonly tokens?: { readonly in: number; readonly out: number; readonly source: 'upstream' | 'estimated' };
  /** Nano-yuan, as a decimal string: it may pass 2^53. */
  readonly cost_nano?: string;
  readonly price?: string;
  readonly hold?: string;
  readonly upstream?: { readonly status: number; readonly ms: number };
  readonly request_commitment?: string;
  readonly reply_commitment?: string;
  /** Admin changes: who, on what, from what to what. Never a secret. */
  readonly operator?: string;
  readonly target?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const RECORD_VERSION = 1;
const SALT_BYTES = 16;

/**
 * The exact bytes that are hashed, stored and never serialized again: canonical JSON (RFC 8785). Time is a string,
 * because databases round timestamps; the salt keeps a leaf from being guessed.
 */
export function recordBytes(fields: AuditRecordFields, log: string, now = new Date()): string {
  return canonicalize({
    ...fields,
    v: RECORD_VERSION,
    log,
    ts: now.toISOString(),
    salt: randomBytes(SALT_BYTES).toString('hex'),
  }) as string;
}

/** `SHA-256(0x00 ‖ bytes)`, the leaf hash of RFC 6962. */
export function leafHash(bytes: string): Buffer {
  return createHash('sha256').update(Buffer.of(0)).update(bytes, 'utf8').digest();
}

/** `SHA-256("gw-audit-chain/v1\n" ‖ u64be(seq) ‖ head of seq-1 ‖ leaf)`. */
export function nextHead(seq: bigint, previous: Buffer, leaf: Buffer): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(seq);
  return createHash('sha256')
    .update('gw-audit-chain/v1\n')
    .update(number)
    .update(previous)
    .update(leaf)
    .digest();
}

/** What the log is: hashed into head 0, so that two logs never share a head. */
export interface Genesis {
  readonly log: string;
  readonly created: string;
  readonly ed25519_pub: string;
  readonly format: string;
}

/** `SHA-256("gw-audit-genesis/v1\n" ‖ JCS(genesis))`. */
export function genesisHead(genesis: Genesis): Buffer {
  return createHash('sha256')
    .update('gw-audit-genesis/v1\n')
    .update(canonicalize(genesis) as string)
    .digest();
}

/** Keyed commitment of a body: only the tenant's own key can confirm it, erasing the tenant ends it. */
export function tenantCommitment(kPrf: Buffer, body: Buffer | string): string {
  return createHmac('sha256', kPrf).update('gw/commitment/v1\n').update(body).digest('hex');
}
