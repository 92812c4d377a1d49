import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../errors/app-error';

/** @throws AppError not_acceptable when the Accept header rules out `application/json` */
export function assertAcceptsJson(headers: IncomingHttpHeaders): void {
  if (!accepts(headers.accept, 'application/json')) throw new AppError('not_acceptable');
}

/**
 * Whether an Accept header allows a media type (RFC 9110, 12.5.1): the most specific range decides, `q=0`
 * rules out. No header allows everything.
 * @param mediaType lower case, e.g. `text/csv`
 */
export function accepts(header: string | undefined, mediaType: string): boolean {
  if (header === undefined || header.trim() === '') return true;
  const ranges = [mediaType, `${mediaType.split('/')[0]}/*`, '*/*'];
  const quality = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=')[1];
    quality.set(range, Math.max(quality.get(range) ?? 0, q === undefined ? 1 : Number(q) || 0));
  }
  for (const range of ranges) {
    const q = quality.get(range);
    if (q !== undefined) return q > 0;
  }
  return false;
}
