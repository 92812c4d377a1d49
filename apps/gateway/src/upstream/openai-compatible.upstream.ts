import { Inject, Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import { isAddressAllowed } from '@gw/catalogue';
import { GW_CONFIG, type GwConfig } from '@gw/platform';
import { SERVICE_NAME, SERVICE_VERSION } from '../status/service';
import { ChannelClients } from './channel-clients';
import type { Upstream, UpstreamCall, UpstreamReply } from './upstream';
import { UpstreamFailure } from './upstream-failure';

/** Injection token of another way to resolve names than the system's. */
export const UPSTREAM_LOOKUP = Symbol('UPSTREAM_LOOKUP');

/** All that leaves beside the body, and what HTTP itself needs: host, connection, content-length. */
const HEADER_NAMES = ['content-type', 'accept', 'accept-encoding', 'authorization', 'user-agent'];
const FIXED_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': `${SERVICE_NAME}/${SERVICE_VERSION}`,
};

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Models that speak the chat-completions interface over HTTP. */
@Injectable()
export class OpenAiCompatibleUpstream implements Upstream, OnApplicationShutdown {
  private readonly clients: ChannelClients;

  constructor(
    @Inject(GW_CONFIG) private readonly config: GwConfig,
    @Optional() @Inject(UPSTREAM_LOOKUP) lookup?: LookupFunction,
  ) {
    this.clients = new ChannelClients({
      headerNames: HEADER_NAMES,
      replyBytesMax: config.GW_UPSTREAM_REPLY_BYTES_MAX,
      timeoutMs: config.GW_UPSTREAM_CONNECT_TIMEOUT_MS,
      isAllowed: (address, protocol) => this.isAllowed(address, protocol),
      refusal: replyRefusal,
      lookup,
    });
  }

  async chat({ model, body, signal }: UpstreamCall): Promise<UpstreamReply> {
    const { channel } = model;
    const http = this.clients.of(channel);
    const startedAt = performance.now();
    try {
      const { status, data } = await http.post<Buffer>(chatUrl(channel.baseUrl as string), body, {
        headers: channel.apiKey
          ? { ...FIXED_HEADERS, authorization: `Bearer ${channel.apiKey}` }
          : FIXED_HEADERS,
        timeout: channel.timeoutMs ?? this.config.GW_UPSTREAM_TIMEOUT_MS,
        signal,
      });
      return { status, bodyText: decode(data, status), ms: Math.round(performance.now() - startedAt) };
    } catch (error) {
      throw UpstreamFailure.from(error).toAppError();
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.clients.destroy();
  }

  /** Clear text may go to a named private range only, never over the open network. */
  private isAllowed(address: string, protocol: string): boolean {
    const isPublic = isAddressAllowed(address, []);
    if (protocol === 'http:' && isPublic) return false;
    return isPublic || isAddressAllowed(address, this.config.GW_UPSTREAM_PRIVATE_CIDRS);
  }
}

function chatUrl(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
}

/** Why a reply is not read, judged by its head: only an uncompressed JSON success is. */
function replyRefusal(status: number, headers: IncomingHttpHeaders): string | undefined {
  if (status < 200 || status > 299) return 'STATUS';
  const type = headers['content-type'] ?? '';
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  if (!JSON_TYPE.test(type) || !/^utf-?8$/i.test(charset)) return 'CONTENT_TYPE';
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding.trim().toLowerCase() === 'identity' ? undefined : 'CONTENT_ENCODING';
}

/** Repaired text would be text nobody sent, so a byte that is not UTF-8 fails the call. */
function decode(data: Buffer, status: number): string {
  try {
    return strictUtf8.decode(data);
  } catch {
    throw new UpstreamFailure('NOT_UTF8', status);
  }
}
