import { z } from 'zod';
import { checkBaseUrl, checkProxyUrl, type ChannelView } from '@gw/catalogue';
import { invalidRequest } from '@gw/platform';

const TIMEOUT_MS_DEFAULT = 120_000;
const TIMEOUT_MS_MAX = 600_000;

export const channelSchema = z.strictObject({
  base_url: z.string().max(500),
  /** Write only: absent keeps the one that is stored, null removes it. */
  api_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/)
    .nullish(),
  egress: z.enum(['direct', 'proxy']).default('direct'),
  proxy_url: z.string().max(500).nullish(),
  timeout_ms: z.number().int().min(1_000).max(TIMEOUT_MS_MAX).default(TIMEOUT_MS_DEFAULT),
  status: z.enum(['open', 'closed']),
  protocol: z.enum(['openai', 'anthropic']).default('openai'),
});
export type ChannelBody = z.output<typeof channelSchema>;

/**
 * What a schema cannot see: where the addresses point, and whether a stored key would go to another server than the
 * one it was given for.
 * @throws AppError invalid_request
 */
export function assertSavable(
  body: ChannelBody,
  current: ChannelView | null,
  allowedCidrs: readonly string[],
): void {
  const problems = [
    { path: 'base_url', problem: checkBaseUrl(body.base_url, allowedCidrs) },
    { path: 'proxy_url', problem: proxyProblem(body, allowedCidrs) },
    { path: 'api_key', problem: keyProblem(body, current) },
  ].flatMap(({ path, problem }) => (problem === null ? [] : [{ path, problem }]));
  if (problems.length > 0) throw invalidRequest(...problems);
}

function proxyProblem(
  { egress, proxy_url: url }: ChannelBody,
  allowedCidrs: readonly string[],
): string | null {
  if (egress === 'direct') return url ? 'must not be given for direct egress' : null;
  return url ? checkProxyUrl(url, allowedCidrs) : 'must be given for egress through a proxy';
}

function keyProblem(
  { base_url: url, api_key: key }: ChannelBody,
  current: ChannelView | null,
): string | null {
  if (key !== undefined || !current?.has_api_key || !URL.canParse(url)) return null;
  const isSameServer = current.base_url !== null && new URL(current.base_url).origin === new URL(url).origin;
  return isSameServer ? null : 'must be given again, because base_url names another server';
}
