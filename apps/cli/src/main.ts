import 'reflect-metadata';
import { DatabaseError, MigrationError } from '@gw/database';
import { ConfigError } from '@gw/platform';
import { UsageError, type Command } from './command';
import { migrateCommand } from './migrate/migrate.command';
import { startCommand } from './start/start.command';

const commands: readonly Command[] = [startCommand, migrateCommand];

void main(process.argv.slice(2));

async function main([name, ...args]: string[]): Promise<void> {
  const command = commands.find((known) => known.name === name);
  if (!command) {
    process.stderr.write(helpText());
    process.exit(name === undefined || name === 'help' || name === '--help' ? 0 : 2);
  }
  try {
    process.exit(await command.run(args));
  } catch (error) {
    process.stderr.write(`${explain(error, command)}\n`);
    process.exit(error instanceof UsageError ? 2 : 1);
  }
}

function helpText(): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, summary }) => `  gw ${usage.padEnd(width)}  ${summary}`);
  return `Usage:\n${lines.join('\n')}\n`;
}

/** Errors made for people are shown as they are, others with their stack. */
function explain(error: unknown, { usage }: Command): string {
  if (error instanceof UsageError) return `${error.message}\nUsage: gw ${usage}`;
  const isForPeople =
    error instanceof ConfigError || error instanceof DatabaseError || error instanceof MigrationError;
  if (isForPeople) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
