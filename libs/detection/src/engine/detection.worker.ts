import { parentPort } from 'node:worker_threads';
import type { TenantAdditions } from '../additions';
import { Detector } from '../detector';
import type { DetectionInput } from '../entity-type';

interface Message {
  readonly id: number;
  readonly task: { readonly inputs: readonly DetectionInput[]; readonly additions?: TenantAdditions };
}

const detector = new Detector();

parentPort?.on('message', ({ id, task }: Message) => {
  try {
    parentPort?.postMessage({ id, answer: detector.detect(task.inputs, task.additions) });
  } catch (error) {
    // An error's message may hold text: only its name goes on.
    parentPort?.postMessage({ id, failed: error instanceof Error ? error.name : 'Error' });
  }
});
