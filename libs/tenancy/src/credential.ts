import { createHmac, timingSafeEqual } from 'node:crypto';

/** A presented credential, split into its public number and its secret. */
export interface PresentedCredential {
  readonly environment: string;
  readonly number: string;
  readonly secret: string;
}

const API_KEY = /^gw_(live|test)_([1-9]\d{0,17})_([0-9A-Za-z]{43})$/;
const OPERATOR_TOKEN = /^gwop_([1-9]\d{0,17})_([0-9A-Za-z]{43})$/;

/** `gw_{environment}_{number}_{secret}`, or null. */
export function parseApiKey(text: string): PresentedCredential | null {
  const match = API_KEY.exec(text);
  return match && { environment: match[1]!, number: match[2]!, secret: match[3]! };
}

/** `gwop_{number}_{secret}`, or null. */
export function parseOperatorToken(text: string): PresentedCredential | null {
  const match = OPERATOR_TOKEN.exec(text);
  return match && { environment: '', number: match[1]!, secret: match[2]! };
}

/** HMAC-SHA256 under a key of the root key; the number binds the hash to its row. */
export function hashSecret(key: Buffer, number: string, secret: string): Buffer {
  return createHmac('sha256', key).update(`${number}|${secret}`).digest();
}

/** Constant time; an absent hash costs the same as a wrong one. */
export function secretMatches(presented: Buffer, stored: Buffer | null): boolean {
  const isComparable = stored !== null && stored.length === presented.length;
  return timingSafeEqual(presented, isComparable ? stored : Buffer.alloc(presented.length)) && isComparable;
}
