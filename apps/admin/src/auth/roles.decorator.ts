import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { OperatorRole } from '@gw/tenancy';

export const ROLES = 'gw:roles';
export const IS_PUBLIC = 'gw:public';

/** Who may only look. */
export const EVERY_ROLE: OperatorRole[] = ['operator', 'finance', 'auditor', 'viewer'];

/** Roles that may call the route, beside `admin`, who may call all. A route without it is for `admin` alone. */
export function Roles(...roles: OperatorRole[]): CustomDecorator {
  return SetMetadata(ROLES, roles);
}

/** The route needs no token. Only what tells nothing about anybody may be public. */
export function Public(): CustomDecorator {
  return SetMetadata(IS_PUBLIC, true);
}
