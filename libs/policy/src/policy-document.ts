import { RE2JS } from 're2js';
import { z } from 'zod';

export const ACTIONS = ['tokenize', 'redact', 'mask', 'pass', 'block'] as const;
export const JURISDICTIONS = ['local', 'domestic', 'overseas'] as const;
export const SENSITIVITIES = ['high', 'medium', 'low'] as const;

export type Action = (typeof ACTIONS)[number];
export type Jurisdiction = (typeof JURISDICTIONS)[number];
export type Sensitivity = (typeof SENSITIVITIES)[number];

const ENTITY_TYPE = z.string().regex(/^[A-Z][A-Z0-9_]{1,63}$/, 'must be upper case letters, digits and _');
const TERM = z.string().min(1).max(256);
const TERMS_MAX = 10_000;

/** RE2 syntax runs in linear time; what it cannot run (look-around, back references) is refused here. */
const pattern = z.string().min(1).max(512).refine(compiles, 'is not a pattern RE2 can run');

const rule = z.strictObject({
  entity_types: z.array(ENTITY_TYPE).optional(),
  sensitivity: z.enum(SENSITIVITIES).optional(),
  jurisdictions: z.array(z.enum(JURISDICTIONS)).optional(),
  action: z.enum(ACTIONS),
});

const dictionary = z.strictObject({
  entity_type: ENTITY_TYPE,
  terms: z.array(TERM).max(TERMS_MAX),
  action: z.enum(ACTIONS).optional(),
  sensitivity: z.enum(SENSITIVITIES).optional(),
});

const recognizer = z.strictObject({
  name: z.string().min(1).max(64),
  entity_type: ENTITY_TYPE,
  pattern,
  context: z.array(TERM).max(100).optional(),
  score: z.number().min(0).max(1),
  sensitivity: z.enum(SENSITIVITIES),
});

const unscannable = z.enum(['pass', 'refuse']);

/** A tenant's policy. Every field is optional: the default table decides what the document leaves open. */
export const policyDocumentSchema = z.strictObject({
  min_confidence: z.number().min(0).max(1).optional(),
  shadow: z.array(z.literal('local')).optional(),
  rules: z.array(rule).max(1_000).optional(),
  allow_list: z.array(TERM).max(TERMS_MAX).optional(),
  dictionaries: z.array(dictionary).max(100).optional(),
  custom_recognizers: z.array(recognizer).max(100).optional(),
  unscannable: z
    .strictObject({
      local: unscannable.optional(),
      domestic: unscannable.optional(),
      overseas: unscannable.optional(),
    })
    .optional(),
  acknowledge_cross_border: z.boolean().optional(),
});

export type PolicyDocument = z.infer<typeof policyDocumentSchema>;

/** What a policy adds to the built-in detection, in the shape detection asks for. */
export function additionsOf(document: PolicyDocument): {
  allowList: string[];
  dictionaries: NonNullable<PolicyDocument['dictionaries']>;
  customRecognizers: NonNullable<PolicyDocument['custom_recognizers']>;
} {
  return {
    allowList: document.allow_list ?? [],
    dictionaries: document.dictionaries ?? [],
    customRecognizers: document.custom_recognizers ?? [],
  };
}

function compiles(text: string): boolean {
  try {
    RE2JS.compile(text);
    return true;
  } catch {
    return false;
  }
}
