import 'reflect-metadata';
import { DatabaseError } from '@gw/database';
import { ConfigError } from '@gw/platform';
import { UsageError, type Command } from './command';
import { migrateCommand } from './migrate/migrate.command';
import { ChildAppError } from './start/child-app';
import { operatorCommand } from './operator/operator.command';
import { startCommand } from './start/start.command';

const commands: readonly Command[] = [startCommand, migrateCommand, operatorCommand];

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
    process.exit(1);
  }
}

function helpText(): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, summary }) => `  gw ${usage.padEnd(width)}  ${summary}`);
  return `Usage:\n${lines.join('\n')}\n`;
}

/** Errors made for people are shown as they are, others with their stack. */
function explain(error: unknown, { usage }: Command): string {
  if (!(error instanceof Error)) return String(error);
  const isMisuse = error instanceof UsageError || codeOf(error).startsWith('ERR_PARSE_ARGS_');
  if (isMisuse) return `${error.message}\nUsage: gw ${usage}`;
  const isForPeople = [ConfigError, DatabaseError, ChildAppError].some((type) => error instanceof type);
  return isForPeople ? error.message : (error.stack ?? error.message);
}

function codeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
