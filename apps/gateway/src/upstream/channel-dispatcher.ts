import { isIP } from 'node:net';
import { Pool, ProxyAgent, type buildConnector, type Dispatcher } from 'undici';
import { addressNotAllowed, checkedConnector, type CheckedConnectorOptions } from './checked-connector';

/** How a channel's requests travel. */
export interface ChannelRoute {
  /** Scheme, host and port of the model, e.g. `https://api.deepseek.com`. */
  readonly origin: string;
  /** Absent: straight to the model. */
  readonly proxyUrl?: string;
}

/** Largest block of reply headers. */
const HEADER_BYTES_MAX = 16_384;

/**
 * Kept-alive connections of one channel: straight ones to checked addresses, or tunnels through a proxy whose
 * own address is checked. A proxy resolves the model's name itself, so behind it only a literal address can be
 * checked here, and clear text is refused to a name.
 */
export function channelDispatcher(route: ChannelRoute, options: CheckedConnectorOptions): Dispatcher {
  const limits = { maxHeaderSize: HEADER_BYTES_MAX, pipelining: 1 };
  if (route.proxyUrl === undefined) {
    return new Pool(route.origin, { ...limits, connect: checkedConnector(options) });
  }
  // Clear text to the proxy is fine: what goes through the tunnel is encrypted end to end.
  const connect = checkedConnector({
    ...options,
    isAllowed: (address) => options.isAllowed(address, 'https:'),
  });
  return new ProxyAgent({
    ...limits,
    uri: route.proxyUrl,
    requestTls: { timeout: options.timeoutMs },
    clientFactory: (origin) => new Pool(origin, { connect, headersTimeout: options.timeoutMs }),
    factory: (origin, tunnel) => new Pool(origin, withCheckedTunnel(tunnel as Pool.Options, options)),
  });
}

function withCheckedTunnel(pool: Pool.Options, { isAllowed }: CheckedConnectorOptions): Pool.Options {
  const openTunnel = pool.connect as buildConnector.connector;
  const connect: buildConnector.connector = (target, callback) => {
    const { hostname, protocol } = target;
    if (isIP(hostname) ? !isAllowed(hostname, protocol) : protocol !== 'https:') {
      return callback(addressNotAllowed(), null);
    }
    openTunnel(target, (error, socket) => {
      if (error) callback(tunnelFailure(error), null);
      else callback(null, socket as NonNullable<typeof socket>);
    });
  };
  return { ...pool, connect };
}

/**
 * undici takes a socket error while a tunnel opens for the end of an idle connection, and opens the next one at
 * once, for ever. Under a code of our own it fails the call.
 */
function tunnelFailure(error: NodeJS.ErrnoException): NodeJS.ErrnoException {
  if (error.code === 'UND_ERR_CONNECT_TIMEOUT') return error;
  const code = error.code === 'UND_ERR_HEADERS_TIMEOUT' ? 'ETIMEDOUT' : 'PROXY_TUNNEL_FAILED';
  return Object.assign(new Error('proxy tunnel'), { code });
}
