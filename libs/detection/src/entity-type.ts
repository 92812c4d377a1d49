import type { Run } from './run';
import type { Shadow } from './shadow';

/** How much harm a value does in the wrong hands; the policy's default table is indexed by it. */
export type Sensitivity = 'high' | 'medium' | 'low';

/** One text to look at. */
export interface DetectionInput {
  readonly text: string;
  /** JSON key or CSV header the value stands under. */
  readonly key?: string;
}

/** A piece of personal data in a text. Offsets are UTF-16 code units, end exclusive, never inside a surrogate pair. */
export interface Finding {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** 0 to 1. */
  readonly confidence: number;
  readonly sensitivity: Sensitivity;
  /** Secrets are never tokenized. */
  readonly secret: boolean;
  /** Only the surname is named, as 王 in 王总. */
  readonly form?: 'surname';
}

/** The reproducible randomness a look-alike is drawn from. */
export interface DrawSource {
  /** Uniform in [0, n), by rejection sampling. */
  int(n: number): number;
  /** A stream of its own for a label, the same at every attempt: what must stay together is drawn from it. */
  fixed(label: string): DrawSource;
}

/** Words that speak for or against a type. Lower case; spaces, `_` and `-` between them are skipped in the text. */
export interface ContextWords {
  /** Within 12 characters before the value, in the same clause. */
  readonly before: readonly string[];
  /** Within 6 characters after it. */
  readonly after: readonly string[];
  /** JSON keys, CSV headers, log field names. */
  readonly keys: readonly string[];
  /** Words that name something else: an order number, an amount. */
  readonly negative: readonly string[];
}

/** What a type says about one place of the text, before context is weighed. Offsets are those of the text. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** Score of the pattern alone. Below 0.3 it counts only when context, or the same value elsewhere, lifts it. */
  readonly score: number;
  /** Score when a context word or key speaks for it; otherwise `score` + 0.35. */
  readonly contextScore?: number;
  /** A check digit was right. */
  readonly verified?: boolean;
}

/** Asks for every run of digits and letters of these lengths; groups joined by spaces, hyphens or dots come as one run. */
export interface RunRecognizer {
  readonly lengths: readonly number[];
  /** Whether the run may, must or must not hold letters. */
  readonly letters: 'none' | 'some' | 'any';
  /** Dots may join the groups; otherwise a run with a dot inside is not shown. */
  readonly dots?: boolean;
  run(run: Run): Match | null;
}

/** Asks to look at every place where one of these characters stands. MUST look at a bounded distance only. */
export interface AnchorRecognizer {
  readonly anchors: string;
  at(shadow: Shadow, position: number): Match | null;
}

export type Recognizer = RunRecognizer | AnchorRecognizer;

/** A kind of personal data: how it is recognized, what one value is, and how a look-alike of it is drawn. */
export interface EntityType {
  /** Wire name, such as CN_MOBILE. */
  readonly name: string;
  /** What a redacted value is replaced with, without the brackets. */
  readonly label: string;
  readonly sensitivity: Sensitivity;
  readonly secret: boolean;
  /** False: never tokenized, only redacted. */
  readonly reversible: boolean;
  readonly example: string;
  readonly context: ContextWords;
  /** Empty for a type that something else finds. */
  readonly recognizers: readonly Recognizer[];
  /** One original, whatever its separators, width and case. */
  canonical(surface: string): string;
  /** A look-alike in canonical form that the type itself accepts; null when this attempt's draw does not fit. */
  draw(canonical: string, random: DrawSource): string | null;
  /** Puts a canonical value into the separators, width and case of a surface form; plain canonical for another shape. */
  dress(canonicalValue: string, surface: string): string;
  /** True when the drawn part gives too much of the original away. */
  tooClose(original: string, lookalike: string): boolean;
}
