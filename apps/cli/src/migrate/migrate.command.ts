import { parseArgs } from 'node:util';
import { loadConfig } from '@gw/platform';
import type { Command } from '../command';
import { openDatabase } from '../start/installation-database';
import { Progress } from '../start/progress';
import { describeMigrations, runMigrations } from './run-migrations';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: 'migrate',
  summary: 'brings the database to the newest schema; safe to run twice at the same time',
  async run(args) {
    parseArgs({ args, options: {}, strict: true });
    const config = loadConfig();
    const progress = new Progress((text) => void process.stdout.write(text));
    const database = await openDatabase(config, (line) => progress.say(line));
    try {
      await progress.step(
        'migrations',
        () => runMigrations(database, (line) => progress.say(`  ${line}`)),
        describeMigrations,
      );
    } finally {
      await database.close();
    }
    return 0;
  },
};
