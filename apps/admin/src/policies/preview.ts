import { createHmac, randomBytes } from 'node:crypto';
import { DetectionEngine, entityType, type DrawSource } from '@gw/detection';
import {
  additionsOf,
  decide,
  DEFAULT_MIN_CONFIDENCE,
  type Action,
  type Jurisdiction,
  type PolicyDocument,
} from '@gw/policy';
import { Tokenizer, type Original, type SurrogateStore, type TenantSecrets } from '@gw/tokenstore';

const DRAWS_MAX = 256;

/** What a policy would do with a text. Offsets are code points of the original. */
export interface PreviewView {
  /** As it would leave; a blocked value is shown as its label, though nothing would leave at all. */
  readonly text: string;
  readonly blocked: boolean;
  readonly decisions: readonly {
    readonly entity_type: string;
    readonly action: Action;
    readonly confidence: number;
    readonly start: number;
    readonly end: number;
  }[];
}

/**
 * Runs detection, decision and masking as a request would, with a key that is thrown away: nothing is stored, and the
 * look-alikes shown are not those of any tenant.
 * @throws AppError detection_unavailable, surrogate_conflict
 */
export async function previewPolicy(
  engine: DetectionEngine,
  text: string,
  jurisdiction: Jurisdiction,
  policy: PolicyDocument,
): Promise<PreviewView> {
  const [findings = []] = await engine.detect([{ text }], additionsOf(policy));
  const decided = findings
    .filter(({ confidence }) => confidence >= (policy.min_confidence ?? DEFAULT_MIN_CONFIDENCE))
    .map((finding) => ({ ...finding, action: decide(finding, jurisdiction, policy) }));
  const isShadowed = (policy.shadow ?? []).some((name) => name === jurisdiction);
  const spans = decided.map(({ type, start, end, form, action }) => ({ type, start, end, form, action }));
  const { texts } = await throwawayTokenizer().tokenize('', [{ text, spans: isShadowed ? [] : spans }]);
  return {
    text: texts[0] as string,
    blocked: decided.some(({ action }) => action === 'block'),
    decisions: decided.map(({ type, action, confidence, start, end }) => ({
      entity_type: type,
      action,
      confidence,
      start: codePoints(text, start),
      end: codePoints(text, end),
    })),
  };
}

/** The real tokenizer over a store that keeps nothing. */
function throwawayTokenizer(): Tokenizer {
  const key = randomBytes(32);
  const drawSource = (_keys: unknown, { type, canonical }: Original, attempt: number): DrawSource =>
    new ThrowawaySource(key, `${type}\0${canonical}\0${attempt}`);
  const drawOne = (original: Original, isTaken: (lookalike: string) => boolean): string => {
    const { draw, tooClose } = entityType(original.type);
    for (let attempt = 0; attempt < DRAWS_MAX; attempt++) {
      const drawn = draw(original.canonical, drawSource(null, original, attempt));
      if (drawn !== null && !tooClose(original.canonical, drawn) && !isTaken(drawn)) return drawn;
    }
    return original.canonical.replace(/./gsu, '*');
  };
  const store: Pick<SurrogateStore, 'resolve' | 'drawSource'> = {
    drawSource,
    resolve: (_keys, originals, isTaken) =>
      Promise.resolve(originals.map((original) => drawOne(original, isTaken))),
  };
  const secrets = { keys: () => Promise.resolve(null) };
  return new Tokenizer(secrets as unknown as TenantSecrets, store as SurrogateStore);
}

/** Random numbers that repeat for the same label while the key lives. */
class ThrowawaySource implements DrawSource {
  private counter = 0;

  constructor(
    private readonly key: Buffer,
    private readonly label: string,
  ) {}

  /** 48 bits make the bias of the remainder too small to see. */
  int(n: number): number {
    const block = createHmac('sha256', this.key).update(`${this.label}\0${this.counter++}`).digest();
    return block.readUIntBE(0, 6) % n;
  }

  fixed(label: string): DrawSource {
    return new ThrowawaySource(this.key, `fixed\0${label}`);
  }
}

function codePoints(text: string, end: number): number {
  return [...text.slice(0, end)].length;
}
