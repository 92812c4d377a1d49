import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { BALANCE_NANO_MAX, parseCny } from '@gw/billing';

/** A name or note that people read: one line, no control characters. */
export function line(lengthMax: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(lengthMax)
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'must not hold control characters');
}

/** A JSON number in CNY → nano-yuan. */
export const cny = z
  .number()
  .refine((amount) => isCny(amount), 'must be CNY with at most 9 decimals, at most 9000000')
  .transform((amount) => parseCny(amount) as bigint);

export const positiveCny = cny.refine((nano) => nano > 0n, 'must be more than 0');

/** CNY per million tokens, at most 3 decimals → nano-yuan per token. */
export const tokenPrice = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine((price) => parseCny(price, 3) !== null, 'must be CNY per million tokens with at most 3 decimals')
  .transform((price) => (parseCny(price, 3) as bigint) / 1_000_000n);

/** RFC 3339 with an offset → Date. */
export const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const positiveInt = z.number().int().min(1).max(2_147_483_647);

/** One address or a CIDR range. */
export const addressRange = z
  .string()
  .refine((text) => ipaddr.isValidCIDR(text) || isAddress(text), 'must be an IP address or CIDR range');

/** `<vendor>/<name>`. */
export const modelId = z.string().regex(/^[a-z][a-z0-9-]{0,31}\/[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/);

/** Nano-yuan per token as CNY per million tokens: at most 3 decimals. */
export function perMillion(nanoPerToken: string | bigint): number {
  return Number(nanoPerToken) / 1_000;
}

function isCny(amount: number): boolean {
  const nano = parseCny(amount);
  return nano !== null && nano <= BALANCE_NANO_MAX && nano >= -BALANCE_NANO_MAX;
}

function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}
