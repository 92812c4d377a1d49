import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';

/** Whether a connection to this address may be opened; the protocol is `http:` or `https:`. */
export type AddressCheck = (address: string, protocol: string) => boolean;

export interface CheckedConnectorOptions {
  readonly isAllowed: AddressCheck;
  readonly timeoutMs: number;
  /** How names are resolved; the system's way unless told otherwise. */
  readonly lookup?: LookupFunction;
}

/** The 250 ms Node gives each of several addresses are too short for a far-away host. */
const ATTEMPT_TIMEOUT_MS = 1_000;

/**
 * Opens connections to allowed addresses only. The check happens on the very addresses the socket then
 * connects to, so a name that resolves differently the second time (DNS rebinding) gains nothing.
 */
export function checkedConnector(options: CheckedConnectorOptions): buildConnector.connector {
  const connectors = {
    'http:': uncheckedLiterals(options, 'http:'),
    'https:': uncheckedLiterals(options, 'https:'),
  };
  return (target, callback) => {
    const protocol = target.protocol === 'http:' ? 'http:' : 'https:';
    // A socket to a literal address never asks `lookup`.
    if (isIP(target.hostname) && !options.isAllowed(target.hostname, protocol)) {
      return callback(addressNotAllowed(), null);
    }
    connectors[protocol](target, callback);
  };
}

function uncheckedLiterals(options: CheckedConnectorOptions, protocol: string): buildConnector.connector {
  return buildConnector({
    timeout: options.timeoutMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
    lookup: checkedLookup(options, protocol),
  } as buildConnector.BuildOptions);
}

function checkedLookup({ isAllowed, lookup }: CheckedConnectorOptions, protocol: string): LookupFunction {
  const resolve = lookup ?? (systemLookup as LookupFunction);
  return (hostname: string, options: LookupOptions, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const allowed = (found as LookupAddress[]).filter(({ address }) => isAllowed(address, protocol));
      const first = allowed[0];
      if (!first) return callback(addressNotAllowed(), []);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

export function addressNotAllowed(): NodeJS.ErrnoException {
  return Object.assign(new Error('address not allowed'), { code: 'ADDRESS_NOT_ALLOWED' });
}
