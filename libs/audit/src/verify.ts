import { leafHash, nextHead } from './record';

/** One stored link. `bytes` is absent where only the leaf may be seen. */
export interface Link {
  readonly seq: bigint;
  readonly bytes?: string;
  readonly leaf: Buffer;
  readonly head: Buffer;
}

/** Checks links one after the other, however many there are, in constant memory. */
export class ChainVerifier {
  private seq: bigint;
  private head: Buffer;
  private firstBad: bigint | undefined;
  private checked = 0;

  /** Starts behind record `seq`, whose head is known. */
  constructor(seq: bigint, head: Buffer) {
    this.seq = seq;
    this.head = head;
  }

  get records(): number {
    return this.checked;
  }

  get currentHead(): string {
    return this.head.toString('hex');
  }

  get currentSeq(): bigint {
    return this.seq;
  }

  get firstBadSeq(): bigint | undefined {
    return this.firstBad;
  }

  /** @returns false from the first bad link on: a gap, a duplicate, changed bytes, a wrong leaf or head */
  check(link: Link): boolean {
    if (this.firstBad !== undefined) return false;
    const expectedSeq = this.seq + 1n;
    const leaf = link.bytes === undefined ? link.leaf : leafHash(link.bytes);
    const head = nextHead(expectedSeq, this.head, leaf);
    if (link.seq !== expectedSeq || !leaf.equals(link.leaf) || !head.equals(link.head)) {
      this.firstBad = expectedSeq;
      return false;
    }
    this.seq = expectedSeq;
    this.head = head;
    this.checked++;
    return true;
  }
}
