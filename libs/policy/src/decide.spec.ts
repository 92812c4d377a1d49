import { decide, defaultAction, loosensCrossBorder, type Decidable } from './decide';
import { policyDocumentSchema, type Action, type Jurisdiction, type PolicyDocument } from './policy-document';

const finding = (overrides: Partial<Decidable> = {}): Decidable => ({
  type: 'CN_MOBILE',
  confidence: 1,
  sensitivity: 'medium',
  secret: false,
  ...overrides,
});

describe('the default table', () => {
  it.each<[string, Partial<Decidable>, Jurisdiction, Action]>([
    ['high', { sensitivity: 'high' }, 'local', 'tokenize'],
    ['high', { sensitivity: 'high' }, 'domestic', 'tokenize'],
    ['high', { sensitivity: 'high' }, 'overseas', 'block'],
    ['secret', { sensitivity: 'high', secret: true }, 'local', 'redact'],
    ['secret', { sensitivity: 'high', secret: true }, 'domestic', 'redact'],
    ['secret', { sensitivity: 'high', secret: true }, 'overseas', 'block'],
    ['medium', { sensitivity: 'medium' }, 'local', 'tokenize'],
    ['medium', { sensitivity: 'medium' }, 'domestic', 'tokenize'],
    ['medium', { sensitivity: 'medium' }, 'overseas', 'tokenize'],
    ['low', { sensitivity: 'low' }, 'local', 'pass'],
    ['low', { sensitivity: 'low' }, 'domestic', 'pass'],
    ['low', { sensitivity: 'low' }, 'overseas', 'pass'],
  ])('%s %j to %s: %s', (_class, overrides, jurisdiction, action) => {
    expect(decide(finding(overrides), jurisdiction, {})).toBe(action);
    expect(defaultAction(finding(overrides), jurisdiction)).toBe(action);
  });
});

describe('decide', () => {
  it.each<[string, PolicyDocument, Partial<Decidable>, Jurisdiction, Action]>([
    ['too little confidence passes', {}, { sensitivity: 'high', confidence: 0.49 }, 'overseas', 'pass'],
    ['just enough does not', {}, { sensitivity: 'high', confidence: 0.5 }, 'overseas', 'block'],
    ['the tenant may ask for less', { min_confidence: 0.3 }, { confidence: 0.3 }, 'local', 'tokenize'],
    ['or for more', { min_confidence: 0.9 }, { confidence: 0.8 }, 'local', 'pass'],
    ['a rule for everything', { rules: [{ action: 'mask' }] }, {}, 'local', 'mask'],
    ['of two rules the first', { rules: [{ action: 'mask' }, { action: 'block' }] }, {}, 'local', 'mask'],
    [
      'a rule for its type',
      { rules: [{ entity_types: ['CN_MOBILE'], action: 'block' }] },
      {},
      'local',
      'block',
    ],
    ['not for another', { rules: [{ entity_types: ['PERSON'], action: 'block' }] }, {}, 'local', 'tokenize'],
    [
      'an empty list fits nothing',
      { rules: [{ entity_types: [], action: 'block' }] },
      {},
      'local',
      'tokenize',
    ],
    ['a rule for its class', { rules: [{ sensitivity: 'medium', action: 'redact' }] }, {}, 'local', 'redact'],
    ['not for another class', { rules: [{ sensitivity: 'low', action: 'redact' }] }, {}, 'local', 'tokenize'],
    [
      'a rule for its way',
      { rules: [{ jurisdictions: ['overseas'], action: 'block' }] },
      {},
      'overseas',
      'block',
    ],
    [
      'not for another way',
      { rules: [{ jurisdictions: ['overseas'], action: 'block' }] },
      {},
      'local',
      'tokenize',
    ],
    [
      'all conditions together',
      {
        rules: [
          { entity_types: ['CN_MOBILE'], sensitivity: 'high', jurisdictions: ['local'], action: 'block' },
        ],
      },
      {},
      'local',
      'tokenize',
    ],
    [
      'a dictionary’s own action',
      { dictionaries: [{ entity_type: 'PROJECT', terms: ['昆仑计划'], action: 'redact' }] },
      { type: 'PROJECT' },
      'local',
      'redact',
    ],
    [
      'a rule before the dictionary',
      {
        rules: [{ entity_types: ['PROJECT'], action: 'pass' }],
        dictionaries: [{ entity_type: 'PROJECT', terms: ['昆仑计划'], action: 'redact' }],
      },
      { type: 'PROJECT' },
      'local',
      'pass',
    ],
    [
      'never a look-alike for a secret',
      { rules: [{ action: 'tokenize' }] },
      { secret: true, sensitivity: 'high' },
      'overseas',
      'redact',
    ],
  ])('%s', (_name, policy, overrides, jurisdiction, action) => {
    expect(policyDocumentSchema.safeParse(policy).success).toBe(true);
    expect(decide(finding(overrides), jurisdiction, policy)).toBe(action);
  });
});

describe('loosensCrossBorder', () => {
  const sensitivityOf = (type: string) =>
    type === 'CN_ID_CARD' ? 'high' : type === 'CN_MOBILE' ? 'medium' : undefined;

  it.each<[boolean, PolicyDocument]>([
    [false, {}],
    [false, { min_confidence: 0.5 }],
    [false, { min_confidence: 0.1 }],
    [true, { min_confidence: 0.51 }],
    [false, { rules: [{ action: 'block' }] }],
    [true, { rules: [{ action: 'tokenize' }] }],
    [true, { rules: [{ sensitivity: 'high', action: 'redact' }] }],
    [false, { rules: [{ sensitivity: 'medium', action: 'pass' }] }],
    [false, { rules: [{ jurisdictions: ['local', 'domestic'], action: 'pass' }] }],
    [true, { rules: [{ jurisdictions: ['local', 'overseas'], action: 'pass' }] }],
    [true, { rules: [{ entity_types: ['CN_MOBILE', 'CN_ID_CARD'], action: 'mask' }] }],
    [false, { rules: [{ entity_types: ['CN_MOBILE'], action: 'pass' }] }],
    [false, { rules: [{ entity_types: ['PROJECT'], action: 'pass' }] }],
    [
      true,
      {
        rules: [{ entity_types: ['PROJECT'], action: 'pass' }],
        dictionaries: [{ entity_type: 'PROJECT', terms: ['昆仑计划'], sensitivity: 'high' }],
      },
    ],
    [true, { dictionaries: [{ entity_type: 'CN_ID_CARD', terms: [], action: 'pass' }] }],
    [false, { dictionaries: [{ entity_type: 'CN_ID_CARD', terms: [], action: 'block' }] }],
    [false, { dictionaries: [{ entity_type: 'PROJECT', terms: [], action: 'tokenize' }] }],
    [true, { unscannable: { overseas: 'pass' } }],
    [false, { unscannable: { domestic: 'pass', overseas: 'refuse' } }],
  ])('%s for %j', (expected, document) => {
    expect(loosensCrossBorder(document, sensitivityOf)).toBe(expected);
  });
});
