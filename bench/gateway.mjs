import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODEL = 'deepseek/deepseek-chat';
const START_DEADLINE_MS = 30_000;

/**
 * Starts the built service as `npm start` does, with an embedded PostgreSQL in a fresh directory or on the
 * database GW_DATABASE_URL names, and opens a model that points to the given address.
 * @returns address and API key of a tenant with credit, and how to stop it all
 */
export async function startGateway(modelUrl) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gw-bench-'));
  const entry = fileURLToPath(new URL('../dist/apps/cli/src/main.js', import.meta.url));
  const child = spawn(process.execPath, [entry, 'start'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      GW_DATA_DIR: dataDir,
      GW_HOST: '127.0.0.1',
      GW_PORT: '0',
      GW_ADMIN_PORT: '0',
      GW_MANAGEMENT_HOST: '127.0.0.1',
      GW_MANAGEMENT_PORT: '0',
      GW_ADMIN_MANAGEMENT_PORT: '0',
      GW_UPSTREAM_PRIVATE_CIDRS: '127.0.0.0/8',
      GW_REQUESTS_PER_MINUTE: '100000000',
      GW_CONCURRENT_REQUESTS_MAX: '10000',
    },
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const demo = await readDemo(join(dataDir, 'demo.env'), child);
    const apiKey = await openModel(demo, modelUrl);
    await untilServed(demo.GW_BASE_URL, apiKey);
    return { url: demo.GW_BASE_URL, apiKey, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readDemo(path, child) {
  const deadline = performance.now() + START_DEADLINE_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    if (existsSync(path)) {
      const demo = Object.fromEntries(
        readFileSync(path, 'utf8')
          .split('\n')
          .map((line) => /^(?:export )?(GW_\w+)=['"]?([^'"]*)['"]?$/.exec(line)?.slice(1))
          .filter(Boolean),
      );
      const answer = await fetch(`${demo.GW_BASE_URL}/healthz`).catch(() => undefined);
      if (answer?.ok && demo.GW_ADMIN_TOKEN) return demo;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the gateway did not start');
}

async function openModel({ GW_ADMIN_URL, GW_ADMIN_TOKEN }, modelUrl) {
  const admin = async (method, path, body) => {
    const response = await fetch(`${GW_ADMIN_URL}/admin/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${GW_ADMIN_TOKEN}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  await admin('PUT', '/channels/deepseek', {
    base_url: `${modelUrl}/v1`,
    api_key: 'bench',
    egress: 'direct',
    timeout_ms: 60_000,
    status: 'open',
  });
  await admin('PUT', `/models/${MODEL}`, {
    jurisdiction: 'domestic',
    input_price: 2,
    output_price: 3,
    status: 'open',
    context_tokens: 65_536,
    output_tokens_max: 8_192,
  });
  const tenant = await admin('POST', '/tenants', { name: 'bench' });
  await admin('POST', `/tenants/${tenant.id}/credits`, { amount: 1_000_000, reference: 'bench' });
  const key = await admin('POST', `/tenants/${tenant.id}/keys`, { environment: 'live', label: 'bench' });
  return key.api_key;
}

/** A change in the admin app reaches the gateway within two seconds. */
async function untilServed(url, apiKey) {
  const deadline = performance.now() + START_DEADLINE_MS;
  let told = '';
  while (performance.now() < deadline) {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: '你好' }] }),
    });
    told = `${response.status} ${await response.text()}`;
    if (response.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the gateway does not serve the model: ${told}`);
}
