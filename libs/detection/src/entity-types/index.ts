import type { EntityType } from '../entity-type';
import { person } from '../names/person.entity-type';
import { cnBankCard } from './cn-bank-card';
import { cnIdCard } from './cn-id-card';
import { cnLandline } from './cn-landline';
import { cnLicensePlate } from './cn-license-plate';
import { cnMobile } from './cn-mobile';
import { cnPassport } from './cn-passport';
import { cnUscc } from './cn-uscc';
import { emailAddress } from './email-address';
import { genericEntityType } from './generic';
import { ipAddress } from './ip-address';
import { macAddress } from './mac-address';
import { vin } from './vin';

/** Version of all surrogate formats together: part of every draw, so it changes only when old look-alikes may. */
export const FORMAT_VERSION = 1;

/** Every built-in type. The order decides between readings of the same digits that are otherwise equal. */
export const entityTypes: readonly EntityType[] = [
  cnIdCard,
  cnUscc,
  cnBankCard,
  cnMobile,
  cnPassport,
  vin,
  emailAddress,
  macAddress,
  ipAddress,
  cnLicensePlate,
  cnLandline,
  person,
];

const byName = new Map(entityTypes.map((type) => [type.name, type]));

/** The type of a wire name; a name that is not built in is a tenant's own and has the generic format. */
export function entityType(name: string): EntityType {
  return byName.get(name) ?? genericEntityType(name);
}
