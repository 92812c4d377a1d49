import { createHmac } from 'node:crypto';
import type { DrawSource } from '@gw/detection';

/**
 * The randomness of one attempt at one look-alike: HMAC-SHA256 in counter mode under the tenant's key. The same
 * tenant, type, original and attempt always draw the same.
 */
export class HmacDrawSource implements DrawSource {
  private block = Buffer.alloc(0);
  private offset = 0;
  private counter = 0;

  constructor(
    private readonly key: Buffer,
    private readonly label: string,
  ) {}

  int(n: number): number {
    if (!Number.isSafeInteger(n) || n < 1 || n > 0x1_0000_0000)
      throw new RangeError('int() draws from 1 to 2^32');
    // Rejection: the last, incomplete stretch of the 32-bit space would favor small numbers.
    const limit = 0x1_0000_0000 - (0x1_0000_0000 % n);
    for (;;) {
      const value = this.uint32();
      if (value < limit) return value % n;
    }
  }

  fixed(label: string): DrawSource {
    return new HmacDrawSource(this.key, `fixed\0${label}`);
  }

  private uint32(): number {
    if (this.offset + 4 > this.block.length) {
      this.block = createHmac('sha256', this.key).update(`${this.label}\0${this.counter++}`).digest();
      this.offset = 0;
    }
    const value = this.block.readUInt32BE(this.offset);
    this.offset += 4;
    return value;
  }
}
