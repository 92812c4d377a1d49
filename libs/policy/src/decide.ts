import type { Action, Jurisdiction, PolicyDocument, Sensitivity } from './policy-document';

/** What `decide` asks of a finding. */
export interface Decidable {
  readonly type: string;
  readonly confidence: number;
  readonly sensitivity: Sensitivity;
  readonly secret: boolean;
}

export const DEFAULT_MIN_CONFIDENCE = 0.5;

const DEFAULT_ACTIONS: Record<Sensitivity, Record<Jurisdiction, Action>> = {
  high: { local: 'tokenize', domestic: 'tokenize', overseas: 'block' },
  medium: { local: 'tokenize', domestic: 'tokenize', overseas: 'tokenize' },
  low: { local: 'pass', domestic: 'pass', overseas: 'pass' },
};
const DEFAULT_SECRET_ACTIONS: Record<Jurisdiction, Action> = {
  local: 'redact',
  domestic: 'redact',
  overseas: 'block',
};

/**
 * What happens to a finding on its way to a jurisdiction: the first rule that fits, else the action of its
 * dictionary, else the default table. Pure. A secret is never tokenized: where that would be decided it is redacted.
 */
export function decide(finding: Decidable, jurisdiction: Jurisdiction, policy: PolicyDocument): Action {
  if (finding.confidence < (policy.min_confidence ?? DEFAULT_MIN_CONFIDENCE)) return 'pass';
  const decided =
    ruleAction(finding, jurisdiction, policy) ??
    policy.dictionaries?.find(({ entity_type }) => entity_type === finding.type)?.action ??
    defaultAction(finding, jurisdiction);
  return finding.secret && decided === 'tokenize' ? 'redact' : decided;
}

/** The cell of the default table. */
export function defaultAction(
  finding: Pick<Decidable, 'sensitivity' | 'secret'>,
  jurisdiction: Jurisdiction,
): Action {
  return finding.secret
    ? DEFAULT_SECRET_ACTIONS[jurisdiction]
    : DEFAULT_ACTIONS[finding.sensitivity][jurisdiction];
}

function ruleAction(
  finding: Decidable,
  jurisdiction: Jurisdiction,
  { rules = [] }: PolicyDocument,
): Action | undefined {
  return rules.find(
    (rule) =>
      (rule.entity_types?.includes(finding.type) ?? true) &&
      (rule.sensitivity === undefined || rule.sensitivity === finding.sensitivity) &&
      (rule.jurisdictions?.includes(jurisdiction) ?? true),
  )?.action;
}

const VALUES_LEAVE: readonly Action[] = ['tokenize', 'redact', 'mask', 'pass'];

/**
 * Whether a document may let high-sensitivity data leave for overseas in any form: by a rule, by the action of a
 * dictionary, by asking for more confidence than the default, or in parts that cannot be scanned. Such a document
 * needs `acknowledge_cross_border: true`.
 * @param sensitivityOf sensitivity of a built-in entity type; undefined for one the tenant invented
 */
export function loosensCrossBorder(
  document: PolicyDocument,
  sensitivityOf: (entityType: string) => Sensitivity | undefined,
): boolean {
  const declaredHigh = [...(document.dictionaries ?? []), ...(document.custom_recognizers ?? [])]
    .filter(({ sensitivity }) => sensitivity === 'high')
    .map(({ entity_type }) => entity_type);
  const isHigh = (type: string): boolean => sensitivityOf(type) === 'high' || declaredHigh.includes(type);
  return (
    (document.min_confidence ?? DEFAULT_MIN_CONFIDENCE) > DEFAULT_MIN_CONFIDENCE ||
    document.unscannable?.overseas === 'pass' ||
    (document.dictionaries ?? []).some(
      ({ action, entity_type }) =>
        action !== undefined && VALUES_LEAVE.includes(action) && isHigh(entity_type),
    ) ||
    (document.rules ?? []).some(
      ({ action, jurisdictions, sensitivity, entity_types }) =>
        VALUES_LEAVE.includes(action) &&
        (jurisdictions?.includes('overseas') ?? true) &&
        (sensitivity ?? 'high') === 'high' &&
        (entity_types?.some(isHigh) ?? true),
    )
  );
}
