import { z } from 'zod';
import { OPERATOR_ROLES, type OperatorRow } from '@gw/tenancy';
import { line } from '../lists/fields';
import { serialPageFields } from '../lists/page';

export const newOperatorSchema = z.strictObject({ name: line(100), role: z.enum(OPERATOR_ROLES) });
export const operatorChangeSchema = z
  .strictObject({
    name: line(100).optional(),
    role: z.enum(OPERATOR_ROLES).optional(),
    status: z.enum(['active', 'disabled']).optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'must change something');
export const operatorsQuery = z.strictObject(serialPageFields);

export type NewOperator = z.output<typeof newOperatorSchema>;
export type OperatorChange = z.output<typeof operatorChangeSchema>;
export type OperatorsQuery = z.output<typeof operatorsQuery>;

/** An operator: everything but the token. */
export interface OperatorView {
  readonly number: number;
  readonly name: string;
  readonly role: OperatorRow['role'];
  readonly status: OperatorRow['status'];
  readonly created_at: string;
  readonly created_by: string;
}

export function operatorView({
  number,
  name,
  role,
  status,
  created_at,
  created_by,
}: OperatorRow): OperatorView {
  return { number: Number(number), name, role, status, created_at: created_at.toISOString(), created_by };
}
