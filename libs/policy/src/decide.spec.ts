import { decide, loosensCrossBorder } from './decide';
import { policyDocumentSchema, type Action, type Jurisdiction, type PolicyDocument, type Sensitivity } from './policy-document';

const finding = (sensitivity: Sensitivity, more: object = {}) => ({
  type: 'CN_MOBILE',
  confidence: 0.9,
  sensitivity,
  secret: false,
  ...more,
});

describe('the default table', () => {
  it.each<[Sensitivity, Jurisdiction, Action]>([
    ['high', 'local', 'tokenize'],
    ['high', 'domestic', 'tokenize'],
    ['high', 'overseas', 'block'],
    ['medium', 'local', 'tokenize'],
    ['medium', 'domestic', 'tokenize'],
    ['medium', 'overseas', 'tokenize'],
    ['low', 'local', 'pass'],
    ['low', 'domestic', 'pass'],
    ['low', 'overseas', 'pass'],
  ])('%s data to a %s model: %s', (sensitivity, jurisdiction, action) => {
    expect(decide(finding(sensitivity), jurisdiction, {})).toBe(action);
  });

  it.each<[Jurisdiction, Action]>([
    ['local', 'redact'],
    ['domestic', 'redact'],
    ['overseas', 'block'],
  ])('a secret to a %s model: %s', (jurisdiction, action) => {
    expect(decide(finding('high', { secret: true }), jurisdiction, {})).toBe(action);
  });
});

describe('a tenant policy', () => {
  it('lets the first rule that fits win', () => {
    const policy: PolicyDocument = {
      rules: [
        { entity_types: ['EMAIL_ADDRESS'], action: 'pass' },
        { entity_types: ['CN_MOBILE'], jurisdictions: ['overseas'], action: 'block' },
        { sensitivity: 'medium', action: 'mask' },
      ],
    };
    expect(decide(finding('medium'), 'overseas', policy)).toBe('block');
    expect(decide(finding('medium'), 'domestic', policy)).toBe('mask');
    expect(decide(finding('high'), 'domestic', policy)).toBe('tokenize');
  });

  it('passes what is less certain than it asks for', () => {
    expect(decide(finding('high', { confidence: 0.59 }), 'overseas', { min_confidence: 0.6 })).toBe('pass');
    expect(decide(finding('high', { confidence: 0.49 }), 'overseas', {})).toBe('pass');
  });

  it('takes the action of a dictionary for its own terms', () => {
    const policy: PolicyDocument = { dictionaries: [{ entity_type: 'PROJECT', terms: ['昆仑计划'], action: 'redact' }] };
    expect(decide(finding('medium', { type: 'PROJECT' }), 'local', policy)).toBe('redact');
  });

  it('never tokenizes a secret, whatever a rule says', () => {
    const policy: PolicyDocument = { rules: [{ action: 'tokenize' }] };
    expect(decide(finding('high', { secret: true }), 'local', policy)).toBe('redact');
  });

  const sensitivityOf = (type: string): Sensitivity | undefined => (type === 'CN_ID_CARD' ? 'high' : 'medium');

  it.each<[string, PolicyDocument, boolean]>([
    ['an empty document', {}, false],
    ['a stricter rule', { rules: [{ entity_types: ['CN_MOBILE'], action: 'block' }] }, false],
    ['a rule for other types', { rules: [{ entity_types: ['CN_MOBILE'], action: 'mask' }] }, false],
    ['a rule for other destinations', { rules: [{ jurisdictions: ['domestic'], action: 'pass' }] }, false],
    ['a rule for high data everywhere', { rules: [{ sensitivity: 'high', action: 'tokenize' }] }, true],
    ['a rule for ID cards overseas', { rules: [{ entity_types: ['CN_ID_CARD'], jurisdictions: ['overseas'], action: 'mask' }] }, true],
    ['a rule for everything', { rules: [{ action: 'pass' }] }, true],
  ])('%s loosens the border: see table', (_, policy, loosens) => {
    expect(loosensCrossBorder(policy, sensitivityOf)).toBe(loosens);
  });

  it.each<[string, object]>([
    ['an unknown field', { minimum: 1 }],
    ['a look-around', { custom_recognizers: [{ name: 'x', entity_type: 'X1', pattern: '(?=a)b', score: 0.5, sensitivity: 'low' }] }],
    ['a back reference', { custom_recognizers: [{ name: 'x', entity_type: 'X1', pattern: '(a)\\1', score: 0.5, sensitivity: 'low' }] }],
    ['shadow for a destination that is not local', { shadow: ['overseas'] }],
    ['an unknown action', { rules: [{ action: 'encrypt' }] }],
    ['an empty term', { allow_list: [''] }],
  ])('is refused with %s', (_, document) => {
    expect(policyDocumentSchema.safeParse(document).success).toBe(false);
  });
});
