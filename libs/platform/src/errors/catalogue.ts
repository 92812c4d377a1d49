/** One line per error code a client can meet: its status, its sentence, and how loudly it is logged. */
export interface CatalogueEntry {
  readonly status: number;
  /** One sentence that tells a person what to do. Never holds a value of the request. */
  readonly detail: string;
  /** The error family the OpenAI client libraries know. */
  readonly type: string;
  readonly logLevel: 'info' | 'warn' | 'error';
  /** Seconds after which the same request may be tried again; absent where a retry cannot help. */
  readonly retryAfterSeconds?: number;
}

const invalid = (status: number, detail: string): CatalogueEntry => ({
  status,
  detail,
  type: 'invalid_request_error',
  logLevel: 'info',
});
const unavailable = (detail: string): CatalogueEntry => ({
  status: 503,
  detail,
  type: 'api_error',
  logLevel: 'error',
  retryAfterSeconds: 2,
});

/** The only list of error codes. A test keeps it equal to `docs/errors.md`. */
export const errorCatalogue = {
  invalid_request: invalid(400, 'The request body is not valid; see fields for what to change.'),
  invalid_json: invalid(400, 'The body is not valid JSON; send one JSON object.'),
  invalid_encoding: invalid(
    400,
    'The body is not well-formed UTF-8 text; send UTF-8 without lone surrogates or NUL characters.',
  ),
  stream_unsupported: invalid(
    400,
    'Streaming is not supported, because a reply is restored as a whole; send stream: false or leave it out.',
  ),
  model_prefix_required: invalid(
    400,
    'The model needs its vendor prefix, as in deepseek/deepseek-chat; GET /v1/models lists the models you may use.',
  ),
  language_unsupported: invalid(400, 'This language is not supported; use zh.'),
  unscannable_content: invalid(
    400,
    'An image, audio or file part cannot be checked for personal data, and your policy does not let it go to this model; send text instead.',
  ),
  invalid_api_key: {
    status: 401,
    detail:
      'The API key is missing or not valid; send Authorization: Bearer followed by a key of this gateway.',
    type: 'authentication_error',
    logLevel: 'info',
  },
  insufficient_balance: {
    status: 402,
    detail:
      'The prepaid balance does not cover this request; ask your operator for a top-up or lower max_tokens.',
    type: 'insufficient_quota',
    logLevel: 'info',
  },
  blocked_by_policy: {
    status: 403,
    detail:
      'Your policy does not let personal data of this kind go to this model; remove it or choose a model in another jurisdiction.',
    type: 'permission_error',
    logLevel: 'info',
  },
  model_not_open: {
    status: 403,
    detail: 'This model is known but not open for use yet; GET /v1/models lists the open ones.',
    type: 'permission_error',
    logLevel: 'info',
  },
  tenant_suspended: {
    status: 403,
    detail: 'This account is suspended; contact your operator.',
    type: 'permission_error',
    logLevel: 'info',
  },
  key_scope: {
    status: 403,
    detail:
      'This key may not be used for this model or from this address; use another key or ask your operator.',
    type: 'permission_error',
    logLevel: 'info',
  },
  forbidden: {
    status: 403,
    detail: 'Your operator role does not allow this action; ask an admin.',
    type: 'permission_error',
    logLevel: 'info',
  },
  model_not_found: {
    status: 404,
    detail: 'This model is not in the catalogue; GET /v1/models lists the models you may use.',
    type: 'not_found_error',
    logLevel: 'info',
  },
  not_found: {
    status: 404,
    detail: 'There is nothing at this path; see GET / for the endpoints.',
    type: 'not_found_error',
    logLevel: 'info',
  },
  method_not_allowed: invalid(405, 'This path does not accept this method; see the Allow header.'),
  not_acceptable: invalid(406, 'Only application/json is served; send Accept: application/json.'),
  body_too_large: invalid(413, 'The body is larger than this gateway accepts; send it in smaller parts.'),
  unsupported_media_type: invalid(415, 'Send the body as Content-Type: application/json; charset=utf-8.'),
  idempotency_conflict: {
    ...invalid(409, 'A request with this Idempotency-Key is still in progress; wait for it and try again.'),
    retryAfterSeconds: 2,
  },
  conflict: invalid(409, 'This already exists or was changed meanwhile; read it again before you retry.'),
  precondition_failed: invalid(
    412,
    'Somebody saved a newer version meanwhile; load it and apply your change again.',
  ),
  idempotency_mismatch: invalid(
    422,
    'This Idempotency-Key was used with a different body; use a new key for a new request.',
  ),
  rate_limited: {
    status: 429,
    detail: 'This key sends more requests than its limit; wait as long as Retry-After says.',
    type: 'rate_limit_error',
    logLevel: 'info',
    retryAfterSeconds: 1,
  },
  too_many_concurrent: {
    status: 429,
    detail: 'This key has too many requests in flight; wait for some to finish.',
    type: 'rate_limit_error',
    logLevel: 'info',
    retryAfterSeconds: 1,
  },
  upstream_error: {
    status: 502,
    detail:
      'The model answered an error or something unreadable; nothing was charged, try again or choose another model.',
    type: 'api_error',
    logLevel: 'warn',
  },
  detection_unavailable: unavailable(
    'Personal data could not be checked, so nothing was forwarded; try again in a moment.',
  ),
  audit_unavailable: unavailable(
    'The audit log cannot be written, so nothing was forwarded; try again in a moment.',
  ),
  tokenstore_unavailable: unavailable(
    'Look-alikes could not be stored, so nothing was forwarded; try again in a moment.',
  ),
  billing_unavailable: unavailable(
    'The balance could not be reserved, so nothing was forwarded; try again in a moment.',
  ),
  draining: {
    ...unavailable('This replica is shutting down; try again, another one will answer.'),
    logLevel: 'info',
    retryAfterSeconds: 1,
  },
  surrogate_conflict: unavailable(
    'No safe look-alikes could be found for this text, so nothing was forwarded; send it in smaller parts.',
  ),
  upstream_timeout: {
    status: 504,
    detail: 'The model did not answer in time; nothing was charged, try again.',
    type: 'api_error',
    logLevel: 'warn',
  },
  internal: {
    status: 500,
    detail: 'Something failed on our side; nothing was charged. Tell your operator the request id.',
    type: 'api_error',
    logLevel: 'error',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
