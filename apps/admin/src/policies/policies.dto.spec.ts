import { etagOf, policySummary, savedPolicySchema, versionOf } from './policies.dto';

it.each<[string | undefined, number | null]>([
  [undefined, null],
  ['*', null],
  ['"3"', 3],
  [' "3" ', 3],
  ['3', Number.NaN],
  ['W/"3"', Number.NaN],
  ['"3", "4"', Number.NaN],
  ['"x"', Number.NaN],
])('If-Match %j names %p', (header, version) => expect(versionOf(header)).toBe(version));

it('an ETag names its version', () => expect(versionOf(etagOf(12))).toBe(12));

it('a document that loosens the border says so', () => {
  const rules = [{ entity_types: ['CN_BANK_CARD'], action: 'tokenize' }];
  expect(savedPolicySchema.safeParse({ rules }).error?.issues[0]?.path).toEqual(['acknowledge_cross_border']);
  expect(savedPolicySchema.safeParse({ rules, acknowledge_cross_border: true }).success).toBe(true);
  expect(savedPolicySchema.safeParse({ rules: [{ action: 'block' }] }).success).toBe(true);
});

it('the log learns how many values a policy holds, never which', () => {
  const summary = policySummary({
    version: 2,
    created_at: null,
    created_by: null,
    document: {
      min_confidence: 0.4,
      allow_list: ['13812345678'],
      dictionaries: [{ entity_type: 'PERSON', terms: ['张伟明', '张伟'], action: 'redact' }],
      custom_recognizers: [
        { name: '张伟明的工号', entity_type: 'ID', pattern: 'E12345', score: 0.6, sensitivity: 'high' },
      ],
    },
  });
  expect(summary).toEqual({
    version: 2,
    min_confidence: 0.4,
    allow_list: 1,
    dictionaries: [{ entity_type: 'PERSON', terms: 2, action: 'redact' }],
    custom_recognizers: [{ entity_type: 'ID', score: 0.6, sensitivity: 'high' }],
  });
});
