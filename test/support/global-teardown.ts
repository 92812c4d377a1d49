import { rmSync } from 'node:fs';
import { dropTemplate, type TemplateDatabase } from './template-database';

export default async function teardown(): Promise<void> {
  const server = globalThis.testServer;
  if (!server) return dropTemplate(JSON.parse(process.env.TEST_TEMPLATE ?? 'null') as TemplateDatabase);
  await server.stop();
  rmSync(server.dataDir, { recursive: true, force: true });
}
