import type { ContextWords, EntityType, Match } from './entity-type';
import { isDigit, Shadow } from './shadow';

/** Distances in half characters: a Han character counts two, an ASCII one counts one. */
const REACH_BEFORE = 24;
const REACH_AFTER = 12;
/** A word against the type must stand nearer than one for it: a wrong "no" leaks, a wrong "yes" only masks. */
const REACH_NEGATIVE = 14;

const CONTEXT_BONUS = 0.35;
const NEGATIVE_MALUS = 0.3;

/** 1: the surroundings speak for the type, -1: against it, 0: they say nothing. */
export type Polarity = 1 | 0 | -1;

/** The score of a match in its surroundings. A match that is certain (1) stays so. */
export function scoreInContext(match: Match, polarity: Polarity): number {
  if (polarity > 0)
    return Math.max(match.score, match.contextScore ?? Math.min(1, match.score + CONTEXT_BONUS));
  if (polarity < 0 && match.score < 1)
    return Math.max(0, Math.round((match.score - NEGATIVE_MALUS) * 100) / 100);
  return match.score;
}

/** The context words of one type, compiled. */
export class Context {
  private readonly before: WordTrie;
  private readonly after: WordTrie;

  constructor(words: ContextWords) {
    this.before = new WordTrie(-1, [...words.before, ...words.keys], words.negative);
    this.after = new WordTrie(1, words.after, words.negative);
  }

  /** What the words around a span say; the nearest one decides, those before it first, then those after, then the key. */
  polarity(shadow: Shadow, start: number, end: number, key: Shadow | undefined): Polarity {
    return (
      this.polarityBefore(shadow, start) ||
      this.polarityAfter(shadow, end) ||
      this.polarityOfKey(shadow, start, end, key)
    );
  }

  private polarityBefore(shadow: Shadow, start: number): Polarity {
    let spent = 0;
    let i = start - 1;
    // A label may stand on the line above its value, as forms print it.
    while (i >= 0 && isBlank(shadow.codes[i]!)) i--;
    for (; i >= 0; i--) {
      const code = shadow.codes[i]!;
      if (endsClause(code)) return 0;
      const polarity = this.before.longestAt(shadow, i);
      if (polarity > 0 || (polarity < 0 && spent <= REACH_NEGATIVE)) return polarity;
      spent += code > 0xff ? 2 : 1;
      if (spent > REACH_BEFORE) return 0;
    }
    return 0;
  }

  private polarityAfter(shadow: Shadow, end: number): Polarity {
    let spent = 0;
    for (let i = end; i < shadow.length; i++) {
      const code = shadow.codes[i]!;
      // What follows another number speaks of that one.
      if (endsClause(code) || code === 0x0a || isDigit(code)) return 0;
      const polarity = this.after.longestAt(shadow, i);
      if (polarity !== 0) return polarity;
      spent += code > 0xff ? 2 : 1;
      if (spent > REACH_AFTER) return 0;
    }
    return 0;
  }

  /** The last word of the key decides. One against the type counts only when the span is the whole value. */
  private polarityOfKey(shadow: Shadow, start: number, end: number, key: Shadow | undefined): Polarity {
    if (key === undefined) return 0;
    for (let i = key.length - 1; i >= 0; i--) {
      const polarity = this.before.longestAt(key, i);
      if (polarity > 0 || (polarity < 0 && start === 0 && end === shadow.length)) return polarity;
    }
    return 0;
  }
}

const contexts = new WeakMap<EntityType, Context>();

/** The compiled context of a type. */
export function contextOf(type: EntityType): Context {
  let context = contexts.get(type);
  if (!context) contexts.set(type, (context = new Context(type.context)));
  return context;
}

interface TrieNode {
  readonly next: Map<number, TrieNode>;
  polarity: Polarity;
}

/** Words read in one direction from a place of the text. ASCII words must end where a word or a camelCase part ends. */
class WordTrie {
  private readonly root: TrieNode = { next: new Map(), polarity: 0 };

  constructor(
    private readonly step: 1 | -1,
    positive: readonly string[],
    negative: readonly string[],
  ) {
    for (const word of positive) this.add(word, 1);
    for (const word of negative) this.add(word, -1);
  }

  private add(word: string, polarity: Polarity): void {
    let node = this.root;
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(this.step > 0 ? i : word.length - 1 - i);
      let next = node.next.get(code);
      if (!next) node.next.set(code, (next = { next: new Map(), polarity: 0 }));
      node = next;
    }
    node.polarity = polarity;
  }

  /** Polarity of the longest word that starts (or, read backwards, ends) at `offset`; 0 when none does. */
  longestAt(shadow: Shadow, offset: number): Polarity {
    let node = this.root.next.get(lower(shadow.codes[offset]!));
    if (node === undefined || !isWordEdge(shadow, offset, -this.step)) return 0;
    let found: Polarity = 0;
    for (let i = offset; node !== undefined;) {
      if (node.polarity !== 0 && isWordEdge(shadow, i, this.step)) found = node.polarity;
      i += this.step;
      while (isJoiner(shadow.at(i))) i += this.step;
      if (i < 0 || i >= shadow.length) break;
      node = node.next.get(lower(shadow.codes[i]!));
    }
    return found;
  }
}

/** Whether a word may have its edge between `offset` and the character beyond it in this direction. */
function isWordEdge(shadow: Shadow, offset: number, direction: number): boolean {
  const code = shadow.codes[offset]!;
  const beyond = shadow.at(offset + direction);
  if (!isAsciiLetter(code) || !isAsciiLetter(beyond)) return true;
  const left = direction > 0 ? code : beyond;
  const right = direction > 0 ? beyond : code;
  return left >= 97 && right <= 90;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function lower(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}

function isJoiner(code: number): boolean {
  return code === 0x20 || code === 0x5f || code === 0x2d;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d;
}

function endsClause(code: number): boolean {
  switch (code) {
    case 0x2c: // ,
    case 0x3b: // ;
    case 0x21: // !
    case 0x3f: // ?
    case 0x3002: // 。
    case 0x0a:
    case 0x0d:
    case 0x09:
    case 0x7c: // |
    case 0x7b: // {
    case 0x7d: // }
      return true;
    default:
      return false;
  }
}
