import { z } from 'zod';
import type { RecordRow } from '@gw/audit';
import { serialPageFields } from '../lists/page';

const seq = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const seqText = z.coerce.number().pipe(seq);

export const recordsQuery = z.strictObject({
  ...serialPageFields,
  kind: z
    .string()
    .regex(/^[a-z_]+(\.[a-z_]+)?$/)
    .max(64)
    .optional(),
  tenant: z.uuid().optional(),
  request_id: z.uuid().optional(),
});
export const exportQuery = z.strictObject({ from: seqText.optional(), to: seqText.optional() });
export const verifySchema = z
  .strictObject({ from: seq.optional(), to: seq.optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: 'must not be before from',
  });

export type RecordsQuery = z.output<typeof recordsQuery>;
export type ExportQuery = z.output<typeof exportQuery>;
export type VerifyRange = z.output<typeof verifySchema>;

/** A record and its place in the chain; `record` is the exact text that was hashed. */
export interface RecordView {
  readonly seq: number;
  readonly recorded_at: string;
  readonly kind: string;
  readonly tenant_id: string | null;
  readonly request_id: string;
  readonly record: string;
  readonly leaf: string;
  readonly head: string;
}

export function recordView(row: RecordRow): RecordView {
  return {
    seq: Number(row.seq),
    recorded_at: row.recorded_at.toISOString(),
    kind: row.kind,
    tenant_id: row.tenant_id,
    request_id: row.request_id,
    record: row.bytes,
    leaf: row.leaf.toString('hex'),
    head: row.head.toString('hex'),
  };
}
