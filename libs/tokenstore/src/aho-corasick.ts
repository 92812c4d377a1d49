const { imul } = Math;
/** Words of an edge of the hash table: parent node, code unit, child node. */
const EDGE_WORDS = 3;

/**
 * Finds, for every place of a text, the longest pattern that starts there, in time linear in the text: an
 * Aho–Corasick automaton (CACM 18(6), 1975) of the reversed patterns, run from the end of the text.
 */
export class Automaton {
  /** Pattern number at a node, -1 where none ends. */
  private readonly patternAt: Int32Array;
  private readonly fail: Int32Array;
  /** Open addressing; node 0 is the root, which is nobody's child, so a child of 0 means an empty slot. */
  private readonly edges: Int32Array;
  private readonly mask: number;
  private readonly shorterThan: Int32Array;
  private nodes = 1;

  /** @param patterns not empty and distinct; a pattern is named by its place here */
  constructor(patterns: readonly string[]) {
    let total = 1;
    for (const pattern of patterns) total += pattern.length;
    let capacity = 16;
    while (capacity < total * 2) capacity *= 2;
    this.mask = capacity - 1;
    this.edges = new Int32Array(capacity * EDGE_WORDS);
    this.patternAt = new Int32Array(total).fill(-1);
    this.fail = new Int32Array(total);
    this.shorterThan = new Int32Array(patterns.length).fill(-1);
    const order = this.plant(patterns, total);
    this.link(order, patterns.length);
  }

  /** At each place of the first `length` units, 1 + the longest pattern that starts there; 0 for none. */
  longestStarting(codes: Uint16Array, length: number): Int32Array {
    const longest = new Int32Array(length);
    let node = 0;
    for (let i = length - 1; i >= 0; i--) {
      node = this.step(node, codes[i] as number);
      longest[i] = (this.patternAt[node] as number) + 1;
    }
    return longest;
  }

  /** The next shorter pattern that starts wherever this one does; -1 for none. */
  shorter(pattern: number): number {
    return this.shorterThan[pattern] as number;
  }

  /** Builds the trie. @returns nodes by depth with what leads to them: parent and code unit */
  private plant(
    patterns: readonly string[],
    total: number,
  ): { parents: Int32Array; codes: Uint16Array; byDepth: number[][] } {
    const parents = new Int32Array(total);
    const codes = new Uint16Array(total);
    const byDepth: number[][] = [];
    patterns.forEach((pattern, number) => {
      let node = 0;
      for (let i = pattern.length - 1; i >= 0; i--) {
        const code = pattern.charCodeAt(i);
        let child = this.child(node, code);
        if (child === 0) {
          child = this.nodes++;
          this.addEdge(node, code, child);
          parents[child] = node;
          codes[child] = code;
          (byDepth[pattern.length - 1 - i] ??= []).push(child);
        }
        node = child;
      }
      this.patternAt[node] = number;
    });
    return { parents, codes, byDepth };
  }

  /** Failure links, shallow nodes first; a node without a pattern of its own gets the longest of its suffixes. */
  private link(
    { parents, codes, byDepth }: { parents: Int32Array; codes: Uint16Array; byDepth: number[][] },
    patternCount: number,
  ): void {
    for (const nodes of byDepth) {
      for (const node of nodes) {
        const parent = parents[node] as number;
        const suffix = parent === 0 ? 0 : this.step(this.fail[parent] as number, codes[node] as number);
        this.fail[node] = suffix;
        const own = this.patternAt[node] as number;
        const inherited = this.patternAt[suffix] as number;
        if (own < 0) this.patternAt[node] = inherited;
        else if (own < patternCount) this.shorterThan[own] = inherited;
      }
    }
  }

  private step(from: number, code: number): number {
    let node = from;
    for (;;) {
      const child = this.child(node, code);
      if (child !== 0 || node === 0) return child;
      node = this.fail[node] as number;
    }
  }

  private child(node: number, code: number): number {
    for (let slot = this.slot(node, code); ; slot = (slot + 1) & this.mask) {
      const at = slot * EDGE_WORDS;
      const child = this.edges[at + 2] as number;
      if (child === 0 || (this.edges[at] === node && this.edges[at + 1] === code)) return child;
    }
  }

  private addEdge(node: number, code: number, child: number): void {
    let slot = this.slot(node, code);
    while (this.edges[slot * EDGE_WORDS + 2] !== 0) slot = (slot + 1) & this.mask;
    this.edges.set([node, code, child], slot * EDGE_WORDS);
  }

  private slot(node: number, code: number): number {
    let hash = imul(node, 0x9e3779b1) ^ imul(code + 1, 0x85ebca6b);
    hash = imul(hash ^ (hash >>> 15), 0xc2b2ae35);
    return (hash ^ (hash >>> 13)) & this.mask;
  }
}
