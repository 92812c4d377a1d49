import { additionsOf, policyDocumentSchema } from './policy-document';

/** The document of the documentation, with every field. */
const FULL = {
  min_confidence: 0.5,
  shadow: ['local'],
  rules: [{ entity_types: ['CN_MOBILE'], sensitivity: 'high', jurisdictions: ['overseas'], action: 'block' }],
  allow_list: ['10086'],
  dictionaries: [{ entity_type: 'PROJECT', terms: ['昆仑计划'], action: 'tokenize' }],
  custom_recognizers: [
    {
      name: 'employee',
      entity_type: 'EMPLOYEE_ID',
      pattern: 'E[0-9]{6}',
      context: ['工号'],
      score: 0.6,
      sensitivity: 'medium',
    },
  ],
  unscannable: { local: 'pass', domestic: 'refuse', overseas: 'refuse' },
  acknowledge_cross_border: false,
};

it('takes the full and the empty document', () => {
  expect(policyDocumentSchema.parse(FULL)).toEqual(FULL);
  expect(policyDocumentSchema.parse({})).toEqual({});
});

it.each<[string, object]>([
  ['an unknown field', { extra: 1 }],
  ['an unknown field of a rule', { rules: [{ action: 'block', when: 'now' }] }],
  ['a rule without an action', { rules: [{}] }],
  ['an unknown action', { rules: [{ action: 'hide' }] }],
  ['another shadow than local', { shadow: ['overseas'] }],
  ['a confidence above 1', { min_confidence: 1.1 }],
  ['a type in lower case', { rules: [{ entity_types: ['mobile'], action: 'block' }] }],
  ['an empty term', { allow_list: [''] }],
  ['an unknown destination of unscannable parts', { unscannable: { moon: 'pass' } }],
])('refuses %s', (_name, document) => {
  expect(policyDocumentSchema.safeParse(document).success).toBe(false);
});

describe('patterns', () => {
  const withPattern = (pattern: string) => ({
    custom_recognizers: [{ ...FULL.custom_recognizers[0], pattern }],
  });

  it.each(['E[0-9]{6}', '(?i)abc|\\d+', '\\p{Han}{2,4}', '(a+)+$'])('takes %s', (pattern) => {
    expect(policyDocumentSchema.safeParse(withPattern(pattern)).success).toBe(true);
  });

  it.each(['', '(', '(?<=工号)\\d+', '(?=x)', '(a)\\1', 'a{2000}', '[z-a]'])('refuses %j', (pattern) => {
    expect(policyDocumentSchema.safeParse(withPattern(pattern)).success).toBe(false);
  });
});

it('additionsOf gives detection what it asks for', () => {
  expect(additionsOf({})).toEqual({ allowList: [], dictionaries: [], customRecognizers: [] });
  expect(additionsOf(policyDocumentSchema.parse(FULL))).toMatchObject({
    allowList: ['10086'],
    dictionaries: [{ entity_type: 'PROJECT' }],
    customRecognizers: [{ name: 'employee' }],
  });
});
