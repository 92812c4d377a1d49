import { z } from 'zod';
import { nanoToJsonNumber, type LedgerEntry } from '@gw/billing';
import { cny, line, positiveCny } from '../lists/fields';
import { serialPageFields } from '../lists/page';

export const creditSchema = z.strictObject({
  amount: positiveCny,
  reference: line(200),
  note: line(500).optional(),
});
export const adjustmentSchema = z.strictObject({
  amount: cny.refine((nano) => nano !== 0n, 'must not be 0'),
  reason: line(500),
  reference: line(200),
});
export const ledgerQuery = z.strictObject(serialPageFields);

export type Credit = z.output<typeof creditSchema>;
export type Adjustment = z.output<typeof adjustmentSchema>;
export type LedgerQuery = z.output<typeof ledgerQuery>;

/** The tenant's own leg of a transaction: CNY, the amount signed, the balance after it. */
export interface LedgerLine {
  readonly seq: number;
  readonly at: string;
  readonly kind: LedgerEntry['kind'];
  readonly amount: number;
  readonly balance: number;
  readonly reference: string;
  readonly note?: string;
  /** Of the chat that was charged. */
  readonly request_id?: string;
}

export function ledgerLine(entry: LedgerEntry): LedgerLine {
  return {
    seq: Number(entry.seq),
    at: entry.at.toISOString(),
    kind: entry.kind,
    amount: nanoToJsonNumber(entry.amountNano),
    balance: nanoToJsonNumber(entry.balanceNano),
    reference: entry.reference,
    ...(entry.note === null ? {} : { note: entry.note }),
    ...(entry.kind === 'charge' ? { request_id: entry.reference } : {}),
  };
}
