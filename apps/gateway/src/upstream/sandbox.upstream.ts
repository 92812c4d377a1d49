import { Injectable } from '@nestjs/common';
import { isLosslessNumber } from 'lossless-json';
import { AppError, parseLossless, type JsonObject, type JsonValue } from '@gw/platform';
import type { Upstream, UpstreamCall, UpstreamReply } from './upstream';

/** Most choices an answer has, as with real models. */
const CHOICES_MAX = 128;
/** Two UTF-16 code units that are one character. */
const ASTRAL = /[\u{10000}-\u{10FFFF}]/gu;

/**
 * `sandbox/echo`: a model without an account. It repeats the text of the last message as it received it, so
 * masking and restoring can both be watched. Its tokens are Unicode code points.
 */
@Injectable()
export class SandboxUpstream implements Upstream {
  async chat({ model, body, requestId }: UpstreamCall): Promise<UpstreamReply> {
    const request = parseLossless(body);
    if (!isObject(request)) throw new AppError('upstream_error');
    const texts = asArray(request.messages).map((message) =>
      isObject(message) ? contentText(message.content) : '',
    );
    const content = texts.at(-1) ?? '';
    const choices = choiceCount(request.n);
    const reply = {
      id: `chatcmpl-${requestId}`,
      object: 'chat.completion',
      created: Math.floor(Date.now() / 1_000),
      model: model.name,
      choices: Array.from({ length: choices }, (_, index) => ({
        index,
        message: { role: 'assistant', content },
        finish_reason: 'stop',
      })),
      usage: usageOf(texts, content, choices),
    };
    return { status: 200, bodyText: JSON.stringify(reply), ms: 0 };
  }
}

function usageOf(texts: readonly string[], answer: string, choices: number) {
  const prompt = texts.reduce((sum, text) => sum + codePoints(text), 0);
  const completion = codePoints(answer) * choices;
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** A string, or the text parts of an array one after the other. */
function contentText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  return asArray(content)
    .map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

function choiceCount(n: JsonValue | undefined): number {
  const count = isLosslessNumber(n) ? Number(n.value) : 1;
  return Number.isInteger(count) && count >= 1 && count <= CHOICES_MAX ? count : 1;
}

function codePoints(text: string): number {
  return text.length - (text.match(ASTRAL)?.length ?? 0);
}

function asArray(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}
