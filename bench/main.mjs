/**
 * `npm run bench`: the built gateway beside a bare pass-through of the same stack, in turns, in one run. Prints
 * requests per second, p50 and p99 of both, and their ratio. Everything runs on loopback and shares this
 * machine's cores, so compare columns, not absolute values.
 *
 *   node bench/main.mjs [--seconds 2] [--rounds 2] [--connections 1,16,64] [--bytes 1024,4096]
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chatBodies } from './bodies.mjs';
import { startGateway } from './gateway.mjs';
import { startProcess } from './process.mjs';

const DIFFERENT_BODIES = 256;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '1,16,64' },
    bytes: { type: 'string', default: '1024,4096' },
  },
});
const numbers = (text) => text.split(',').map(Number);
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];

const started = [];
try {
  const model = await startProcess('model.process.mjs');
  started.push(model);
  const passThrough = await startProcess('pass-through.process.mjs', [model.ready.url]);
  started.push(passThrough);
  const gateway = await startGateway(model.ready.url);
  started.push(gateway);
  const load = await startProcess('load.process.mjs', [], { waits: false });
  started.push(load);
  await compare(load, [
    { name: 'gateway', url: `${gateway.url}/v1/chat/completions`, key: gateway.apiKey },
    { name: 'pass-through', url: `${passThrough.ready.url}/v1/chat/completions`, key: 'bench' },
  ]);
} finally {
  for (const process of started.reverse()) await process.stop();
}

async function compare(load, targets) {
  console.log(
    `${cpus().length} cores, Node ${process.version}; ${rounds} rounds of ${seconds} s each, in turns`,
  );
  console.log(`${DIFFERENT_BODIES} different Chinese chat bodies, four findings each\n`);
  const rows = [];
  for (const bytes of numbers(values.bytes)) {
    const bodies = chatBodies(bytes, DIFFERENT_BODIES);
    for (const target of targets) await measure(load, target, { bodies, connections: 16, seconds: 1.5 });
    for (const connections of numbers(values.connections)) {
      rows.push({ bytes, connections, ...(await compareOnce(load, targets, bodies, connections)) });
    }
  }
  printTable(rows);
}

/** Runs both targets in turns, so that a disturbance of the machine meets both. */
async function compareOnce(load, targets, bodies, connections) {
  const results = targets.map(() => ({ latencies: [], seconds: 0 }));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const index of order) {
      const result = await measure(load, targets[index], { bodies, connections, seconds });
      results[index].latencies.push(...result.latencies);
      results[index].seconds += result.seconds;
    }
  }
  return { gateway: summary(results[0]), passThrough: summary(results[1]) };
}

async function measure(load, target, { bodies, connections, seconds }) {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    authorization: `Bearer ${target.key}`,
  };
  const result = await load.ask({ url: target.url, headers, bodies, connections, seconds });
  if (result.error) throw new Error(`${target.name}: ${result.error}`);
  const failed = Object.entries(result.failures);
  if (failed.length > 0) throw new Error(`${target.name} answered ${JSON.stringify(result.failures)}`);
  return result;
}

function summary({ latencies, seconds }) {
  const sorted = latencies.sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99) };
}

function printTable(rows) {
  const line = (cells) => console.log(cells.map((cell, i) => String(cell).padStart(i < 2 ? 6 : 9)).join(''));
  line(['', '', 'gateway', '', '', 'pass-thr', '', '', 'ratio', 'added p50']);
  line(['bytes', 'conn', 'req/s', 'p50 ms', 'p99 ms', 'req/s', 'p50 ms', 'p99 ms', 'req/s', 'ms']);
  for (const { bytes, connections, gateway: a, passThrough: b } of rows) {
    const side = ({ perSecond, p50, p99 }) => [perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2)];
    line([
      bytes,
      connections,
      ...side(a),
      ...side(b),
      (a.perSecond / b.perSecond).toFixed(2),
      (a.p50 - b.p50).toFixed(2),
    ]);
  }
}
