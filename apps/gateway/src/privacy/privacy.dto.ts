import { z } from 'zod';
import { AppError, parseWith, type JsonObject } from '@gw/platform';

const text = z.string();
const language = z.string().default('zh');

const tokenizeSchema = z.strictObject({ text, language, model: z.string() });
const detectSchema = z.strictObject({ text, language });
const detokenizeSchema = z.strictObject({ text, surrogates: z.record(z.string(), z.string()) });

const SUPPORTED_LANGUAGES = new Set(['zh']);

/** Body of `POST /v1/tokenize`: the text to mask and its declared destination. */
export type TokenizeRequest = z.infer<typeof tokenizeSchema>;
/** Body of `POST /v1/detect`. */
export type DetectRequest = z.infer<typeof detectSchema>;
/** Body of `POST /v1/detokenize`: masked text and the surrogate map that came with it. */
export type DetokenizeRequest = z.infer<typeof detokenizeSchema>;

/** @throws AppError invalid_request, language_unsupported */
export function readTokenizeRequest(body: JsonObject): TokenizeRequest {
  return inSupportedLanguage(parseWith(tokenizeSchema, body));
}

/** @throws AppError invalid_request, language_unsupported */
export function readDetectRequest(body: JsonObject): DetectRequest {
  return inSupportedLanguage(parseWith(detectSchema, body));
}

/** @throws AppError invalid_request */
export function readDetokenizeRequest(body: JsonObject): DetokenizeRequest {
  return parseWith(detokenizeSchema, body);
}

function inSupportedLanguage<Request extends { readonly language: string }>(request: Request): Request {
  if (!SUPPORTED_LANGUAGES.has(request.language)) throw new AppError('language_unsupported');
  return request;
}
