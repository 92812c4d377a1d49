import { z } from 'zod';
import { line } from '../lists/fields';
import { uuidPageFields } from '../lists/page';

const VALUES_MAX = 1_000;

export const newTenantSchema = z.strictObject({ name: line(200) });
export const tenantChangeSchema = z
  .strictObject({ name: line(200).optional(), status: z.enum(['active', 'suspended']).optional() })
  .refine(({ name, status }) => name !== undefined || status !== undefined, 'must change something');
export const eraseSchema = z.strictObject({ confirm: z.string() });
export const forgetSchema = z.strictObject({
  values: z
    .array(
      z.strictObject({
        entity_type: z.string().regex(/^[A-Z][A-Z0-9_]{1,63}$/),
        value: z.string().min(1).max(4_096),
      }),
    )
    .min(1)
    .max(VALUES_MAX),
});
export const tenantsQuery = z.strictObject(uuidPageFields);

export type NewTenant = z.output<typeof newTenantSchema>;
export type TenantChange = z.output<typeof tenantChangeSchema>;
export type Erase = z.output<typeof eraseSchema>;
export type Forget = z.output<typeof forgetSchema>;
export type TenantsQuery = z.output<typeof tenantsQuery>;

/** A tenant as operators see it; money is CNY. */
export interface TenantView {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'suspended' | 'erased';
  /** Posted. */
  readonly balance: number;
  /** Posted less what calls in flight have reserved. */
  readonly available: number;
  readonly created_at: string;
}
