import { createServer, type AddressInfo, type LookupFunction, type Server } from 'node:net';
import { checkedConnector } from './checked-connector';

let server: Server;
let port: string;
let accepted = 0;

beforeAll(async () => {
  server = createServer((socket) => {
    accepted++;
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = String((server.address() as AddressInfo).port);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => (accepted = 0));

/** Answers these addresses, whatever the name. */
const resolvingTo =
  (...addresses: string[]): LookupFunction =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );

function connect(hostname: string, options: { allow: string[]; lookup?: LookupFunction }): Promise<string> {
  const connector = checkedConnector({
    isAllowed: (address) => options.allow.includes(address),
    timeoutMs: 1_000,
    lookup: options.lookup,
  });
  return new Promise((resolve) => {
    connector({ hostname, host: hostname, protocol: 'http:', port }, (error, socket) => {
      const outcome = (error as NodeJS.ErrnoException | null)?.code ?? `connected ${socket?.remoteAddress}`;
      socket?.destroy();
      resolve(outcome);
    });
  });
}

describe('a connection is opened', () => {
  it('to an allowed literal address', async () => {
    await expect(connect('127.0.0.1', { allow: ['127.0.0.1'] })).resolves.toBe('connected 127.0.0.1');
  });

  it('to the allowed one of several addresses', async () => {
    const lookup = resolvingTo('169.254.169.254', '127.0.0.1');
    await expect(connect('model.example', { allow: ['127.0.0.1'], lookup })).resolves.toBe(
      'connected 127.0.0.1',
    );
  });
});

describe('no connection is opened', () => {
  it.each(['127.0.0.1', '::1', '169.254.169.254'])('to the literal address %s', async (address) => {
    await expect(connect(address, { allow: [] })).resolves.toBe('ADDRESS_NOT_ALLOWED');
    expect(accepted).toBe(0);
  });

  it('to a name whose addresses are not allowed', async () => {
    const lookup = resolvingTo('127.0.0.1');
    await expect(connect('model.example', { allow: ['8.8.8.8'], lookup })).resolves.toBe(
      'ADDRESS_NOT_ALLOWED',
    );
    expect(accepted).toBe(0);
  });

  it('when a name points elsewhere the second time', async () => {
    const answers = ['127.0.0.2', '127.0.0.1'];
    const lookup: LookupFunction = (...args) => resolvingTo(answers.shift() as string)(...args);
    const options = { allow: ['127.0.0.2'], lookup };
    await connect('rebind.example', options);
    await expect(connect('rebind.example', options)).resolves.toBe('ADDRESS_NOT_ALLOWED');
    expect(accepted).toBe(0);
  });

  it('to a name that does not resolve', async () => {
    const lookup: LookupFunction = (_name, _options, callback) =>
      callback(Object.assign(new Error(), { code: 'ENOTFOUND' }), []);
    await expect(connect('nowhere.example', { allow: [], lookup })).resolves.toBe('ENOTFOUND');
    await expect(connect('nothing.example', { allow: [], lookup: resolvingTo() })).resolves.toBe(
      'ADDRESS_NOT_ALLOWED',
    );
  });
});
