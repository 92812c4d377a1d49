import type { IncomingHttpHeaders } from 'node:http';
import type { AppError } from '../errors/app-error';
import type { CatalogueEntry } from '../errors/catalogue';

/** A complete error answer: status, headers of its own, and the body. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

const SDK_USER_AGENT = /(?:^|[\s(])(?:OpenAI\/|ai-sdk\/|langchain)/i;

/** Whether the caller reads `error.message`, as the OpenAI client libraries do, and would lose a string. */
export function wantsErrorObject(headers: IncomingHttpHeaders): boolean {
  return (
    headers['x-stainless-lang'] !== undefined ||
    headers['x-error-format'] === 'openai' ||
    SDK_USER_AGENT.test(headers['user-agent'] ?? '')
  );
}

/** Builds both error forms from the same code and sentence. Pure. */
export function errorAnswer(error: AppError, requestId: string, headers: IncomingHttpHeaders): ErrorAnswer {
  const { status, detail, type } = error.entry as CatalogueEntry;
  const rest = { ...error.extras, detail, request_id: requestId };
  const body = wantsErrorObject(headers)
    ? {
        error: { message: detail, type, param: error.extras.fields?.[0]?.path || null, code: error.code },
        ...rest,
      }
    : { error: error.code, ...rest };
  return { status, headers: errorHeaders(error), body };
}

function errorHeaders(error: AppError): Record<string, string> {
  const { status, retryAfterSeconds } = error.entry as CatalogueEntry;
  const headers: Record<string, string> = {
    'x-gateway-error-code': error.code,
    vary: 'User-Agent, X-Stainless-Lang, X-Error-Format',
  };
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  // The client libraries retry these statuses by themselves unless they are told not to.
  else if (status === 409 || status === 429 || status >= 500) headers['x-should-retry'] = 'false';
  return headers;
}
