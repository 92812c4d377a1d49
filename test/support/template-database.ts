import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../../database/migrate';

/** A migrated database that tests clone, and the roles they use. */
export interface TemplateDatabase {
  readonly superuserUrl: string;
  readonly name: string;
  readonly owner: { readonly name: string; readonly password: string };
  readonly app: { readonly name: string; readonly password: string };
}

export async function prepareTemplate(superuserUrl: string): Promise<TemplateDatabase> {
  const name = `gw_test_${randomBytes(4).toString('hex')}`;
  const role = (suffix: string) => ({ name: `${name}_${suffix}`, password: randomBytes(12).toString('hex') });
  const template = { superuserUrl, name, owner: role('owner'), app: role('app') };
  await asSuperuser(template, async (client) => {
    for (const { name: role, password } of [template.owner, template.app]) {
      await client.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
    }
    await client.query(`CREATE DATABASE ${name} OWNER ${template.owner.name}`);
  });
  await migrate(urlOf(template, template.owner, name), urlOf(template, template.app, name));
  return template;
}

export async function dropTemplate(template: TemplateDatabase): Promise<void> {
  await asSuperuser(template, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${template.name} WITH (FORCE)`);
    for (const { name } of [template.app, template.owner]) await client.query(`DROP ROLE IF EXISTS ${name}`);
  });
}

export function urlOf(
  { superuserUrl }: TemplateDatabase,
  role: { name: string; password: string },
  database: string,
): string {
  const url = new URL(superuserUrl);
  url.username = role.name;
  url.password = role.password;
  url.pathname = `/${database}`;
  return url.toString();
}

export async function asSuperuser<Result>(
  { superuserUrl }: Pick<TemplateDatabase, 'superuserUrl'>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
