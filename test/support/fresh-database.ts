import { randomBytes } from 'node:crypto';
import { asSuperuser, urlOf, type TemplateDatabase } from './template-database';

export interface FreshDatabase {
  /** The role that owns the tables. */
  readonly ownerUrl: string;
  /** The role of the applications. */
  readonly appUrl: string;
  /** A superuser, in this database: for tests that break what nobody else may. */
  readonly superuserUrl: string;
  drop(): Promise<void>;
}

/** A migrated and seeded database of its own, cloned in a moment. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const template = JSON.parse(process.env.TEST_TEMPLATE ?? 'null') as TemplateDatabase | null;
  if (!template) throw new Error('tests that need a database live in test/e2e or test/faults');
  const name = `${template.name}_${randomBytes(4).toString('hex')}`;
  await asSuperuser(template, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template.name} OWNER ${template.owner.name}`),
  );
  const superuserUrl = new URL(template.superuserUrl);
  superuserUrl.pathname = `/${name}`;
  return {
    ownerUrl: urlOf(template, template.owner, name),
    appUrl: urlOf(template, template.app, name),
    superuserUrl: superuserUrl.toString(),
    drop: () =>
      asSuperuser(template, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}
