import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The 32-byte root key of an installation. It never encrypts data itself: every use has a key of its own,
 * derived by HKDF-SHA256 (RFC 5869) with a label, so that no two uses can be confused.
 */
export class RootKey {
  /** Names the key in wrapped values, so that a rotation can tell old from new. Reveals nothing of the key. */
  readonly id: string;

  constructor(private readonly key: Buffer) {
    if (key.length !== 32) throw new RangeError('a root key has 32 bytes');
    this.id = createHmac('sha256', key).update('gw/root-key-id/v1').digest('hex').slice(0, 8);
  }

  /** A 32-byte key for one purpose, e.g. `gw/api-key/v1`. */
  derive(label: string): Buffer {
    return deriveKey(this.key, label);
  }

  /** Encrypts a small secret (a tenant secret, a channel key). `context` must be given again to unwrap. */
  wrap(secret: Buffer, context: string): Buffer {
    return seal(this.derive('gw/wrap/v1'), secret, context);
  }

  /** @throws when the value was wrapped by another key, for another context, or was altered */
  unwrap(wrapped: Buffer, context: string): Buffer {
    return open(this.derive('gw/wrap/v1'), wrapped, context);
  }
}

/** HKDF-SHA256 with an empty salt; the label is the `info` of RFC 5869. */
export function deriveKey(secret: Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), label, 32));
}

/** AES-256-GCM: 12-byte random nonce ‖ ciphertext ‖ 16-byte tag, bound to `aad`. */
export function seal(key: Buffer, plaintext: Buffer, aad: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(aad, 'utf8'));
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** @throws when the key, the bytes or `aad` differ from those of `seal` */
export function open(key: Buffer, sealed: Buffer, aad: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(aad, 'utf8'));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)),
    decipher.final(),
  ]);
}
