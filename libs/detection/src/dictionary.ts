import { isAlphanumeric, Shadow } from './shadow';

interface Node {
  readonly next: Map<number, Node>;
  readonly depth: number;
  /** The node of the longest proper suffix. */
  fail: Node | null;
  /** Index of the term that ends here, -1 for none. */
  term: number;
  /** The next node along `fail` at which a term ends. */
  shorter: Node | null;
}

/** Finds many terms in one pass (Aho and Corasick). Width and ASCII case do not matter. */
export class Dictionary {
  private readonly root: Node = node(0);

  constructor(terms: readonly string[]) {
    terms.forEach((term, index) => this.add(new Shadow(term.trim()).compact(), index));
    this.link();
  }

  private add(term: Shadow, index: number): void {
    if (term.length === 0) return;
    let at = this.root;
    for (let i = 0; i < term.length; i++) {
      const code = lower(term.codes[i]!);
      let next = at.next.get(code);
      if (!next) at.next.set(code, (next = node(i + 1)));
      at = next;
    }
    if (at.term < 0) at.term = index;
  }

  private link(): void {
    const queue: Node[] = [this.root];
    for (let head = 0; head < queue.length; head++) {
      const parent = queue[head]!;
      for (const [code, child] of parent.next) {
        let fail = parent.fail;
        while (fail && !fail.next.has(code)) fail = fail.fail;
        child.fail = fail?.next.get(code) ?? this.root;
        child.shorter = child.fail.term >= 0 ? child.fail : child.fail.shorter;
        queue.push(child);
      }
    }
  }

  /** Every occurrence of every term, overlapping ones too. A term that ends in a letter or digit is not found inside a word. */
  find(shadow: Shadow, found: (term: number, start: number, end: number) => void): void {
    let at = this.root;
    for (let i = 0; i < shadow.length; i++) {
      const code = lower(shadow.codes[i]!);
      while (at !== this.root && !at.next.has(code)) at = at.fail!;
      at = at.next.get(code) ?? this.root;
      for (let hit: Node | null = at.term >= 0 ? at : at.shorter; hit; hit = hit.shorter) {
        const start = i + 1 - hit.depth;
        if (isWordBoundary(shadow, start) && isWordBoundary(shadow, i + 1)) found(hit.term, start, i + 1);
      }
    }
  }
}

/** Whether a digit or letter ends here: no two of them stand on both sides. */
export function isWordBoundary(shadow: Shadow, offset: number): boolean {
  return !isAlphanumeric(shadow.at(offset - 1)) || !isAlphanumeric(shadow.at(offset));
}

function node(depth: number): Node {
  return { next: new Map(), depth, fail: null, term: -1, shorter: null };
}

function lower(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}
