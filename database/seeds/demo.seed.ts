import { DataSource } from 'typeorm';
import { AuditChain } from '@gw/audit';
import { Ledger, NANO_PER_CNY } from '@gw/billing';
import { newId } from '@gw/platform';
import { ApiKeys, Operators, Tenants, type TenantRow } from '@gw/tenancy';
import { TenantSecrets } from '@gw/tokenstore';

const NAME = 'demo';
const CREDIT_NANO = 100n * NANO_PER_CNY;
const CREDIT_REFERENCE = 'demo-credit';
/** Stands in the log in the place of an operator's number. */
const ACTOR = 'npm start';

/** What a newcomer calls with. */
export interface DemoCredentials {
  /** A live key of the demo tenant. */
  readonly apiKey: string;
  /** Token of an operator who may do everything. */
  readonly adminToken: string;
}

/** The part of a Nest application that finds its services. */
export interface Services {
  get<Service>(type: abstract new (...args: never[]) => Service): Service;
}

/**
 * Makes the demo tenant with 100 CNY, a key and an operator. Everything that is there already, and every
 * credential that still works, is kept. What it makes is recorded in the audit log.
 */
export async function seedDemo(
  services: Services,
  known: Partial<DemoCredentials> = {},
): Promise<DemoCredentials> {
  const { id } = (await findTenant(services)) ?? (await createTenant(services));
  await services.get(TenantSecrets).create(id);
  await creditOnce(services, id);
  return {
    apiKey: (await workingKey(services, known.apiKey)) ?? (await issueKey(services, id)),
    adminToken: (await workingToken(services, known.adminToken)) ?? (await issueToken(services)),
  };
}

async function findTenant(services: Services): Promise<{ id: string } | undefined> {
  const rows: { id: string }[] = await services
    .get(DataSource)
    .query(`SELECT id FROM tenant WHERE name = $1 AND status <> 'erased' ORDER BY id LIMIT 1`, [NAME]);
  return rows[0];
}

function createTenant(services: Services): Promise<TenantRow> {
  return services
    .get(Tenants)
    .create(NAME, ({ id, name, status }) =>
      record(services, 'tenant.created', `tenant/${id}`, id, { name, status }),
    );
}

async function creditOnce(services: Services, tenantId: string): Promise<void> {
  const ledger = services.get(Ledger);
  if ((await ledger.entries(tenantId, null, 1)).length > 0) return;
  const entry = await ledger.credit(tenantId, CREDIT_NANO, CREDIT_REFERENCE);
  await record(services, 'credit', `tenant/${tenantId}`, tenantId, {
    amount_nano: entry.amountNano.toString(),
    reference: CREDIT_REFERENCE,
  });
}

async function workingKey(services: Services, key: string | undefined): Promise<string | undefined> {
  return key !== undefined && (await services.get(ApiKeys).verify(key)) ? key : undefined;
}

async function workingToken(services: Services, token: string | undefined): Promise<string | undefined> {
  return token !== undefined && (await services.get(Operators).verify(token)) ? token : undefined;
}

async function issueKey(services: Services, tenantId: string): Promise<string> {
  const key = { environment: 'live', label: NAME } as const;
  const { apiKey } = await services
    .get(ApiKeys)
    .issue(tenantId, key, ACTOR, ({ row }) =>
      record(services, 'key.issued', `key/${row.number}`, tenantId, key),
    );
  return apiKey;
}

async function issueToken(services: Services): Promise<string> {
  const { token } = await services
    .get(Operators)
    .issue(NAME, 'admin', ACTOR, ({ number, name, role }) =>
      record(services, 'operator.created', `operator/${number}`, undefined, { name, role }),
    );
  return token;
}

async function record(
  services: Services,
  kind: string,
  target: string,
  tenant: string | undefined,
  after: object,
): Promise<void> {
  await services
    .get(AuditChain)
    .append({ request_id: newId(), kind, operator: ACTOR, target, tenant, outcome: 'completed', after });
}
