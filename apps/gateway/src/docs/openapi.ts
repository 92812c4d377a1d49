import { errorCatalogue } from '@gw/platform';
import { SERVICE_NAME, SERVICE_VERSION } from '../status/service';

type Schema = Record<string, unknown>;

const text: Schema = { type: 'string' };
const number: Schema = { type: 'number' };
const integer: Schema = { type: 'integer' };
const list = (items: Schema): Schema => ({ type: 'array', items });
const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
});
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

interface Operation {
  readonly summary: string;
  readonly body?: Schema;
  readonly answer: Schema;
  readonly parameters?: readonly { name: string; in: 'query' | 'path' | 'header'; schema: Schema }[];
  readonly isPublic?: boolean;
}

function operation({ summary, body, answer, parameters, isPublic }: Operation): Schema {
  return {
    summary,
    ...(parameters ? { parameters: parameters.map((one) => ({ ...one, required: one.in === 'path' })) } : {}),
    ...(body ? { requestBody: { required: true, ...json(body) } } : {}),
    ...(isPublic ? { security: [] } : {}),
    responses: {
      200: { description: 'OK', ...json(answer) },
      default: { description: 'A refusal or a failure; see error', ...json(ref('Error')) },
    },
  };
}

const query = (name: string, schema: Schema = text) => ({ name, in: 'query' as const, schema });

const schemas: Record<string, Schema> = {
  Error: object(
    {
      error: { type: 'string', enum: Object.keys(errorCatalogue) },
      detail: text,
      request_id: text,
      fields: list(object({ path: text, problem: text })),
    },
    ['error', 'detail', 'request_id'],
  ),
  SurrogateMap: { type: 'object', additionalProperties: text, description: 'Surrogate to original.' },
  Decision: object({
    entity_type: text,
    action: { type: 'string', enum: ['tokenize', 'redact', 'mask', 'pass', 'block'] },
    confidence: number,
    start: integer,
    end: integer,
  }),
  Entity: object({ entity_type: text, start: integer, end: integer, score: number }),
  ChatRequest: {
    ...object(
      { model: text, messages: list({ type: 'object' }), stream: { type: 'boolean', const: false } },
      ['model', 'messages'],
    ),
    example: {
      model: 'sandbox/echo',
      messages: [{ role: 'user', content: '我叫张伟明，手机号13812345678。' }],
    },
  },
  ChatAnswer: object({
    id: text,
    choices: list(object({ index: integer, message: object({ role: text, content: text }) })),
    usage: object({ prompt_tokens: integer, completion_tokens: integer }),
    gw: object({
      request_id: text,
      entities_processed: integer,
      jurisdiction: { type: 'string', enum: ['domestic', 'overseas', 'local'] },
      egress: { type: 'string', enum: ['direct', 'proxy', 'none'] },
      cost: number,
      balance: number,
      audit_head: text,
      audit_seq: integer,
      policy_version: integer,
      usage_source: { type: 'string', enum: ['upstream', 'estimated'] },
    }),
  }),
};

const paths = {
  '/': { get: operation({ summary: 'What this service is', answer: { type: 'object' } }) },
  '/healthz': {
    get: operation({
      summary: 'Whether it works, and the head of the audit log',
      answer: object({ ok: { type: 'boolean' }, audit_head: text, audit_seq: integer }),
      isPublic: true,
    }),
  },
  '/v1/chat/completions': {
    post: operation({
      summary: 'Chat with a model that never sees the personal data',
      body: ref('ChatRequest'),
      answer: ref('ChatAnswer'),
      parameters: [{ name: 'Idempotency-Key', in: 'header', schema: text }],
    }),
  },
  '/v1/tokenize': {
    post: operation({
      summary: 'Replace personal data by surrogates',
      body: object({ text, language: text, model: text }, ['text', 'model']),
      answer: object({ text, surrogates: ref('SurrogateMap'), decisions: list(ref('Decision')) }),
    }),
  },
  '/v1/detokenize': {
    post: operation({
      summary: 'Put the originals back',
      body: object({ text, surrogates: ref('SurrogateMap') }),
      answer: object({ text, restored: integer }),
    }),
  },
  '/v1/detect': {
    post: operation({
      summary: 'Report personal data, change nothing',
      body: object({ text, language: text }, ['text']),
      answer: object({ entities: list(ref('Entity')) }),
    }),
  },
  '/v1/models': {
    get: operation({ summary: 'The models this key may use', answer: { type: 'object' } }),
  },
  '/v1/usage': {
    get: operation({
      summary: 'Your own usage and balance',
      answer: { type: 'object' },
      parameters: [query('from'), query('to'), query('group_by', { type: 'string', enum: ['day', 'model'] })],
    }),
  },
  '/v1/audit/head': {
    get: operation({ summary: 'The newest head of the audit log', answer: { type: 'object' } }),
  },
  '/v1/audit/records/{request_id}': {
    get: operation({
      summary: 'The record of one of your requests',
      answer: { type: 'object' },
      parameters: [{ name: 'request_id', in: 'path', schema: text }],
    }),
  },
  '/v1/audit/leaves': {
    get: operation({
      summary: 'Leaf hashes, to prove a kept head',
      answer: { type: 'object' },
      parameters: [query('from', integer), query('to', integer)],
    }),
  },
};

/** The public API as OpenAPI 3.1. Holds no data of anybody. */
export const openApiDocument = {
  openapi: '3.1.0',
  info: { title: SERVICE_NAME, version: SERVICE_VERSION },
  security: [{ key: [] }],
  paths,
  components: { schemas, securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
} as const;
