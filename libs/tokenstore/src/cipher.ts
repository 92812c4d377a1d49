import { createHmac } from 'node:crypto';
import { open, seal } from '@gw/platform';
import type { TenantKeys } from './tenant-secrets';

/** What a ciphertext is bound to: moved to another row, type, role or tenant it does not decrypt. */
export interface Binding {
  readonly type: string;
  readonly role: 'original' | 'surrogate';
  readonly index: Buffer;
}

/** Blind index of an original: equal values of a type meet, and nothing can be read from it. */
export function originalIndex(keys: TenantKeys, type: string, canonical: string): Buffer {
  return createHmac('sha256', keys.idx).update(`original\0${type}\0${canonical}`).digest();
}

/** Blind index of a surrogate's skeleton, the same across types: no two originals may ever share one. */
export function surrogateIndex(keys: TenantKeys, skeleton: string): Buffer {
  return createHmac('sha256', keys.idx).update(`surrogate\0${skeleton}`).digest();
}

/** AES-256-GCM under the tenant's newest data key. */
export function sealValue(keys: TenantKeys, value: string, binding: Binding): Buffer {
  const key = keys.data.get(keys.dataVersion) as Buffer;
  return seal(key, Buffer.from(value, 'utf8'), aad(keys, keys.dataVersion, binding));
}

/** @throws when the bytes belong to another place */
export function openValue(keys: TenantKeys, sealed: Buffer, version: number, binding: Binding): string {
  const key = keys.data.get(version);
  if (!key) throw new Error('unknown data key version');
  return open(key, sealed, aad(keys, version, binding)).toString('utf8');
}

function aad(keys: TenantKeys, version: number, { type, role, index }: Binding): string {
  return `${keys.tenantId}|${type}|${role}|${version}|${index.toString('hex')}`;
}
