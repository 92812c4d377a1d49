import { z } from 'zod';
import { entityTypes } from '@gw/detection';
import {
  JURISDICTIONS,
  loosensCrossBorder,
  policyDocumentSchema,
  type PolicyDocument,
  type PolicyVersion,
} from '@gw/policy';
import { serialPageFields } from '../lists/page';

const PREVIEW_LENGTH_MAX = 100_000;

const sensitivities = new Map(entityTypes.map(({ name, sensitivity }) => [name, sensitivity]));

/** A document that may be saved: one that lets high-sensitivity data leave for overseas says that it knows. */
export const savedPolicySchema = policyDocumentSchema.refine(
  (document) =>
    document.acknowledge_cross_border === true ||
    !loosensCrossBorder(document, (entityType) => sensitivities.get(entityType)),
  {
    path: ['acknowledge_cross_border'],
    message: 'must be true, because this policy lets data of high sensitivity leave for overseas',
  },
);
export const previewSchema = z.strictObject({
  text: z.string().max(PREVIEW_LENGTH_MAX),
  jurisdiction: z.enum(JURISDICTIONS),
  policy: policyDocumentSchema.optional(),
});
export const versionsQuery = z.strictObject(serialPageFields);

export type Preview = z.output<typeof previewSchema>;
export type VersionsQuery = z.output<typeof versionsQuery>;

/** A version of a policy; version 0 is the default table, saved by nobody. */
export interface PolicyView {
  readonly version: number;
  readonly document: PolicyDocument;
  readonly created_at: string | null;
  readonly created_by: string | null;
}

export function policyView({ version, document, created_at, created_by }: PolicyVersion): PolicyView {
  return { version, document, created_at: created_at?.toISOString() ?? null, created_by };
}

/** A policy as the audit log keeps it: how many terms and allowed values, never which; they may be people's. */
export function policySummary({ version, document }: PolicyVersion): object {
  const { allow_list, dictionaries, custom_recognizers, ...rest } = document;
  return {
    version,
    ...rest,
    allow_list: allow_list?.length ?? 0,
    dictionaries: (dictionaries ?? []).map(({ terms, ...dictionary }) => ({
      ...dictionary,
      terms: terms.length,
    })),
    custom_recognizers: (custom_recognizers ?? []).map(({ entity_type, sensitivity, score }) => ({
      entity_type,
      sensitivity,
      score,
    })),
  };
}

/** The ETag of a version. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/** @returns the version an If-Match names; null for none or `*`; NaN for anything else, which matches no version */
export function versionOf(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  return Number(/^"(\d{1,9})"$/.exec(ifMatch.trim())?.[1] ?? Number.NaN);
}
