/**
 * A closed-loop load generator. For each message `{url, headers, bodies, connections, seconds}` it keeps that many
 * requests in flight and answers `{failures, seconds, latencies}`: one latency in milliseconds per answer with 200,
 * and how often everything else was answered.
 */
import { Pool } from 'undici';

process.on('message', (round) => {
  run(round).then(
    (result) => process.send(result),
    (error) => process.send({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));

async function run({ url, headers, bodies, connections, seconds }) {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const latencies = [];
  const failures = {};
  let next = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const keepSending = async () => {
    while (performance.now() < endsAt) {
      const sentAt = performance.now();
      const body = bodies[next++ % bodies.length];
      const response = await pool.request({ method: 'POST', path: pathname, headers, body });
      await response.body.dump();
      if (response.statusCode === 200) latencies.push(performance.now() - sentAt);
      else count(failures, `${response.statusCode} ${response.headers['x-gateway-error-code'] ?? ''}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, keepSending));
  const elapsed = (performance.now() - startedAt) / 1_000;
  await pool.destroy();
  return { failures, seconds: elapsed, latencies };
}

function count(counts, name) {
  counts[name] = (counts[name] ?? 0) + 1;
}
