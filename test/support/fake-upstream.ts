import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A request as it arrived, byte for byte. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** Whether the connection it came by is still open. */
  isConnected(): boolean;
  /** The body as JSON; undefined when it is none. */
  readonly json: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests look into it freely
}

/** What the server does with a request. It may answer, stall, or break the connection. */
export type Behavior = (request: RecordedRequest, response: ServerResponse) => void | Promise<void>;

export interface FakeUpstream {
  /** Ends in `/v1`; no slash at the end. */
  readonly baseUrl: string;
  readonly requests: RecordedRequest[];
  respondWith(behavior: Behavior): void;
  /** Connections that are open right now. */
  openSockets(): number;
  close(): Promise<void>;
}

/** Starts a model on a loopback port. It echoes the last message until told otherwise. */
export async function startFakeUpstream(initial: Behavior = echo()): Promise<FakeUpstream> {
  const requests: RecordedRequest[] = [];
  const sockets = new Set<Socket>();
  let behavior = initial;
  const server = createServer((message, response) => {
    void record(message)
      .then((request) => {
        requests.push(request);
        return behavior(request, response);
      })
      .catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    respondWith: (next) => void (behavior = next),
    openSockets: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function record(message: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { method = '', url = '', headers, rawHeaders } = message;
  const isConnected = (): boolean => !message.socket.destroyed;
  return { method, url, headers, rawHeaders, body, json: parseOrUndefined(body), isConnected };
}

function parseOrUndefined(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

// ---- answers ----

/** A chat completion; `overrides` replace top-level fields. */
export function completion(message: object, overrides: object = {}): object {
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'fake-model',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    ...overrides,
  };
}

/** Answers 200 with this JSON. */
export function json(body: object, status = 200): Behavior {
  return raw(JSON.stringify(body), { status });
}

/** Answers with these bytes. */
export function raw(
  body: string | Buffer,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Behavior {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
}

/** Repeats the text of the last message. */
export function echo(overrides: object = {}): Behavior {
  return (request, response) => {
    const content = request.json?.messages?.at(-1)?.content ?? '';
    const text = Array.isArray(content) ? content.map(({ text: part = '' }) => part).join('') : content;
    return json(completion({ content: text }, overrides))(request, response);
  };
}

/** Always says the same. */
export function reply(content: string | null, overrides: object = {}): Behavior {
  return json(completion({ content }, overrides));
}

/** Calls a tool. `args` that are a string are sent as they are, valid JSON or not. */
export function toolCall(name: string, args: object | string): Behavior {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return json(
    completion({
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: text } }],
    }),
  );
}

/** An answer with this `usage`; undefined leaves it out. A string is put in as JSON text, for numbers JSON.stringify cannot write. */
export function usage(value: unknown): Behavior {
  const body = JSON.stringify(completion({ content: 'ok' }, { usage: '@' }));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return raw(value === undefined ? body.replace(/,?"usage":"@"/, '') : body.replace('"@"', text));
}

// ---- faults ----

/** Reads the request and never answers. */
export function stallBeforeHeaders(): Behavior {
  return () => undefined;
}

/** Sends half a reply and nothing more. */
export function stallMidBody(): Behavior {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"choices":[{"message":{"content":"半');
  };
}

/** Sends half a reply and resets the connection. */
export function resetMidBody(): Behavior {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"choices":[{"message":{"content":"半', () => response.socket?.resetAndDestroy());
  };
}

/** Takes the request and closes the connection without a word. */
export function hangUp(): Behavior {
  return (_request, response) => void response.socket?.destroy();
}

/** An error of the model's side whose body holds text that must not be passed on. */
export function errorStatus(status: number, secret = 'internal detail of the vendor'): Behavior {
  return json({ error: { message: secret, type: 'server_error' } }, status);
}

export function htmlPage(): Behavior {
  return raw('<html><body>Welcome to the proxy</body></html>', { headers: { 'content-type': 'text/html' } });
}

export function truncatedJson(): Behavior {
  return raw('{"id":"x","choices":[{"index":0,"message":{"role":"assist');
}

export function emptyChoices(): Behavior {
  return json(completion({}, { choices: [] }));
}

/** Streams `bytes` of one JSON string as fast as the reader takes them, without telling the length. */
export function hugeBody(bytes: number): Behavior {
  return async (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const block = Buffer.alloc(65_536, 'x');
    response.write('{"choices":[{"message":{"content":"');
    for (let sent = 0; sent < bytes && !response.destroyed; sent += block.length) {
      if (!response.write(block)) await drained(response);
    }
    response.end('"}}]}');
  };
}

/** A small compressed reply that unpacks to `bytes`. */
export function gzipBomb(bytes: number): Behavior {
  return raw(gzipSync(Buffer.alloc(bytes, ' ')), { headers: { 'content-encoding': 'gzip' } });
}

/** Server-sent events for ever. */
export function endlessEvents(): Behavior {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const timer = setInterval(() => response.write('data: {"choices":[]}\n\n'), 5);
    response.on('close', () => clearInterval(timer));
  };
}

/** One byte of a JSON reply every few milliseconds, for ever. */
export function trickle(): Behavior {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(timer));
  };
}

export function redirectTo(location: string, status = 302): Behavior {
  return raw('', { status, headers: { location } });
}

/** A reply with `bytes` of headers. */
export function hugeHeader(bytes: number): Behavior {
  return (_request, response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\nx-filler: ${'x'.repeat(bytes)}\r\ncontent-length: 0\r\n\r\n`);
  };
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
