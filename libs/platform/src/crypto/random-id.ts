import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new UUIDv7 (RFC 9562): sorts by time of making. */
export function newId(): string {
  return uuidv7();
}

/** Uniform base62 characters by rejection sampling; 43 of them carry 256 bits. */
export function randomBase62(length: number): string {
  let out = '';
  while (out.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && out.length < length) out += BASE62[byte % 62];
    }
  }
  return out;
}
