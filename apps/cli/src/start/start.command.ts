import { parseArgs } from 'node:util';
import { loadConfig } from '@gw/platform';
import type { Command } from '../command';
import { Progress } from './progress';
import { startEverything } from './start-everything';
import { StoppedEarly, StopSignal } from './stop-signal';

export const startCommand: Command = {
  name: 'start',
  usage: 'start',
  summary: 'runs everything: database, gateway and admin app, with a demo tenant',
  async run(args) {
    parseArgs({ args, options: {}, strict: true });
    const stop = new StopSignal();
    const progress = new Progress((text) => void process.stdout.write(text));
    try {
      await startEverything(loadConfig(), stop, progress);
    } catch (error) {
      if (!(error instanceof StoppedEarly)) throw error;
    }
    progress.say('Stopped.');
    return 0;
  },
};
