import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import axios, { type AxiosRequestConfig } from 'axios';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { ProxyAgent, request } from 'undici';
import { isAddressAllowed, type CatalogueChannel } from '@gw/catalogue';

const TIMEOUT_MS = 10_000;
const REPLY_BYTES_MAX = 1_048_576;

/** Whether a small real request was answered. Nothing of the answer but its status is told. */
export interface Reachability {
  readonly ok: boolean;
  readonly status: number | null;
  readonly latency_ms: number;
  readonly problem?: 'address_not_allowed' | 'no_address' | 'timeout' | 'unreachable';
}

/** Asks the channel for its list of models, with its key, over the way its calls take. */
export async function testChannel(
  channel: CatalogueChannel,
  allowedCidrs: readonly string[],
): Promise<Reachability> {
  if (channel.baseUrl === null) return { ok: false, status: null, latency_ms: 0, problem: 'no_address' };
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  try {
    const url = modelsUrl(channel);
    assertLiteralAllowed(url, allowedCidrs);
    const status = channel.proxyUrl
      ? await getThroughProxy(url, channel, channel.proxyUrl)
      : await getDirectly(url, channel, allowedCidrs);
    return { ok: status >= 200 && status < 300, status, latency_ms: elapsed() };
  } catch (error) {
    return { ok: false, status: null, latency_ms: elapsed(), problem: problemOf(error) };
  }
}

function modelsUrl({ baseUrl, protocol }: CatalogueChannel): URL {
  const root = (baseUrl as string).replace(/\/+$/, '');
  return new URL(protocol === 'anthropic' ? `${root}/v1/models` : `${root}/models`);
}

function headersOf({ apiKey, protocol }: CatalogueChannel): Record<string, string> {
  const accept = { accept: 'application/json' };
  if (protocol === 'anthropic')
    return { ...accept, 'anthropic-version': '2023-06-01', 'x-api-key': apiKey ?? '' };
  return apiKey === null ? accept : { ...accept, authorization: `Bearer ${apiKey}` };
}

async function getDirectly(
  url: URL,
  channel: CatalogueChannel,
  allowedCidrs: readonly string[],
): Promise<number> {
  const agentOptions = { lookup: checkedLookup(url.protocol, allowedCidrs), keepAlive: false };
  const options: AxiosRequestConfig = {
    headers: headersOf(channel),
    httpAgent: new HttpAgent(agentOptions),
    httpsAgent: new HttpsAgent(agentOptions),
    proxy: false,
    maxRedirects: 0,
    maxContentLength: REPLY_BYTES_MAX,
    responseType: 'arraybuffer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    validateStatus: () => true,
  };
  return (await axios.get(url.href, options)).status;
}

/** The proxy resolves the name: where it may connect to is decided there. */
async function getThroughProxy(url: URL, channel: CatalogueChannel, proxyUrl: string): Promise<number> {
  const dispatcher = new ProxyAgent({ uri: proxyUrl, proxyTunnel: true });
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { statusCode, body } = await request(url, { dispatcher, headers: headersOf(channel), signal });
    await body.dump({ limit: REPLY_BYTES_MAX });
    return statusCode;
  } finally {
    await dispatcher.destroy();
  }
}

/** A socket to a literal address never asks `lookup`. */
function assertLiteralAllowed({ hostname, protocol }: URL, allowedCidrs: readonly string[]): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isAllowed(host, protocol, allowedCidrs)) throw addressNotAllowed();
}

/** Only allowed addresses reach the socket, so a name that resolves differently the second time gains nothing. */
function checkedLookup(protocol: string, allowedCidrs: readonly string[]): LookupFunction {
  return (hostname: string, options: LookupOptions, callback) => {
    systemLookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, []);
      const allowed = found.filter(({ address }) => isAllowed(address, protocol, allowedCidrs));
      const first = allowed[0];
      if (!first) return callback(addressNotAllowed(), []);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

/** A key in clear text may go to a named private range only. */
function isAllowed(address: string, protocol: string, allowedCidrs: readonly string[]): boolean {
  return protocol === 'http:' && isAddressAllowed(address, [])
    ? false
    : isAddressAllowed(address, allowedCidrs);
}

function addressNotAllowed(): NodeJS.ErrnoException {
  return Object.assign(new Error('address not allowed'), { code: 'ADDRESS_NOT_ALLOWED' });
}

function problemOf(error: unknown): NonNullable<Reachability['problem']> {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (code === 'ADDRESS_NOT_ALLOWED') return 'address_not_allowed';
  return code === 'ERR_CANCELED' || name === 'TimeoutError' || code === 'ETIMEDOUT'
    ? 'timeout'
    : 'unreachable';
}
