import { Injectable } from '@nestjs/common';
import { DetectionEngine, type DetectionInput, type Finding } from '@gw/detection';
import { AppError } from '@gw/platform';
import {
  additionsOf,
  decide,
  PolicyStore,
  type Action,
  type Jurisdiction,
  type PolicyDocument,
} from '@gw/policy';
import { Tokenizer, type DecidedText, type TokenizedRequest } from '@gw/tokenstore';

/** A text to protect; `numeric` marks a JSON number, `key` the name it stands under. */
export type ProtectableText = DetectionInput & { readonly numeric?: boolean };

/** What the policy does with one finding. Offsets are UTF-16 code units of the text it stands in. */
export interface FindingDecision {
  readonly textIndex: number;
  readonly finding: Finding;
  readonly action: Action;
}

/** Texts whose personal data is found and decided on, in the order they came. */
export interface CheckedTexts {
  readonly texts: readonly DecidedText[];
  readonly decisions: readonly FindingDecision[];
  readonly policyVersion: number;
  readonly policy: PolicyDocument;
  readonly detectorVersion: string;
}

const MIN_CONFIDENCE = 0.5;

/** Detect → decide → mask: the same three steps for every endpoint that takes text. */
@Injectable()
export class TextProtection {
  constructor(
    private readonly engine: DetectionEngine,
    private readonly policies: PolicyStore,
    private readonly tokenizer: Tokenizer,
  ) {}

  /**
   * Everything the texts contain, whatever a policy would do with it.
   * @throws AppError detection_unavailable
   */
  async detect(tenantId: string, texts: readonly ProtectableText[]): Promise<Finding[][]> {
    const { document } = await this.policy(tenantId);
    return this.engine.detect(texts, additionsOf(document));
  }

  /**
   * Finds personal data and decides what happens to it on the way to a jurisdiction.
   * @throws AppError detection_unavailable when the texts could not be checked, for whatever reason
   */
  async check(
    tenantId: string,
    texts: readonly ProtectableText[],
    jurisdiction: Jurisdiction,
  ): Promise<CheckedTexts> {
    const { version, document } = await this.policy(tenantId);
    const findings = await this.engine.detect(texts, additionsOf(document));
    const minConfidence = document.min_confidence ?? MIN_CONFIDENCE;
    const decisions = findings.flatMap((found, textIndex) =>
      found
        .filter((finding) => finding.confidence >= minConfidence)
        .map((finding) => ({ textIndex, finding, action: decide(finding, jurisdiction, document) })),
    );
    const shadowed = (document.shadow ?? []).some((name) => name === jurisdiction);
    return {
      texts: decidedTexts(texts, shadowed ? [] : decisions),
      decisions,
      policyVersion: version,
      policy: document,
      detectorVersion: this.engine.version,
    };
  }

  /** @throws AppError tokenstore_unavailable or surrogate_conflict */
  mask(tenantId: string, checked: CheckedTexts): Promise<TokenizedRequest> {
    return this.tokenizer.tokenize(tenantId, checked.texts);
  }

  private async policy(tenantId: string): Promise<{ version: number; document: PolicyDocument }> {
    try {
      return await this.policies.current(tenantId);
    } catch (cause) {
      throw new AppError('detection_unavailable', { cause });
    }
  }
}

/**
 * Refuses texts the policy blocks for their destination, naming types and never values.
 * @throws AppError blocked_by_policy
 */
export function refuseBlocked({ decisions }: CheckedTexts): void {
  const blocked = decisions.filter(({ action }) => action === 'block');
  if (blocked.length === 0) return;
  throw new AppError('blocked_by_policy', {
    extras: {
      decisions: blocked.map(({ finding, action }) => ({
        entity_type: finding.type,
        action,
        confidence: finding.confidence,
      })),
    },
  });
}

function decidedTexts(
  texts: readonly ProtectableText[],
  decisions: readonly FindingDecision[],
): DecidedText[] {
  const decided = texts.map(({ text, numeric }) => ({
    text,
    numeric,
    spans: [] as DecidedText['spans'][number][],
  }));
  for (const { textIndex, finding, action } of decisions) {
    const { type, start, end, form } = finding;
    decided[textIndex]?.spans.push({ type, start, end, form, action });
  }
  return decided;
}
