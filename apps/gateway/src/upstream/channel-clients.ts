import axios, { type AxiosInstance } from 'axios';
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { CatalogueModel } from '@gw/catalogue';
import { AppError } from '@gw/platform';
import { channelDispatcher, type ChannelRoute } from './channel-dispatcher';
import type { CheckedConnectorOptions } from './checked-connector';
import { undiciAdapter } from './undici.adapter';

export type Channel = CatalogueModel['channel'];

export interface ChannelClientOptions extends CheckedConnectorOptions {
  readonly headerNames: readonly string[];
  readonly replyBytesMax: number;
  readonly refusal: (status: number, headers: IncomingHttpHeaders) => string | undefined;
}

interface ChannelClient {
  readonly route: ChannelRoute;
  readonly dispatcher: Dispatcher;
  readonly http: AxiosInstance;
}

/** One HTTP client per channel, kept while the channel's route stays the same. */
export class ChannelClients {
  private readonly clients = new Map<string, ChannelClient>();

  constructor(private readonly options: ChannelClientOptions) {}

  /** @throws AppError model_not_open when the channel has no address, or is to use a proxy it does not name */
  of(channel: Channel): AxiosInstance {
    const route = routeOf(channel);
    const known = this.clients.get(channel.vendor);
    if (known && known.route.origin === route.origin && known.route.proxyUrl === route.proxyUrl)
      return known.http;
    // Calls in flight on the old route end in peace.
    known?.dispatcher.close().catch(() => undefined);
    const client = this.open(route);
    this.clients.set(channel.vendor, client);
    return client.http;
  }

  /** Closes every connection at once; whoever still waits gets a failure. */
  async destroy(): Promise<void> {
    const clients = [...this.clients.values()];
    this.clients.clear();
    await Promise.all(clients.map(({ dispatcher }) => dispatcher.destroy()));
  }

  private open(route: ChannelRoute): ChannelClient {
    const dispatcher = channelDispatcher(route, this.options);
    const http = axios.create({
      adapter: undiciAdapter({ ...this.options, dispatcher }),
      transformRequest: [],
      transformResponse: [],
      validateStatus: null,
    });
    return { route, dispatcher, http };
  }
}

/** A channel that is to use a proxy never falls back to going straight. */
function routeOf({ baseUrl, egress, proxyUrl }: Channel): ChannelRoute {
  if (!baseUrl || egress === 'none' || (egress === 'proxy' && !proxyUrl))
    throw new AppError('model_not_open');
  return { origin: new URL(baseUrl).origin, proxyUrl: egress === 'proxy' ? (proxyUrl as string) : undefined };
}
