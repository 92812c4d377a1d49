/** Nano-yuan, 1e-9 CNY: the only unit of money inside. */
export const NANO_PER_CNY = 1_000_000_000n;

/** The largest balance an account may have. */
export const BALANCE_NANO_MAX = 9_000_000n * NANO_PER_CNY;

const DECIMAL = /^(-?)(0|[1-9]\d{0,12})(?:\.(\d{1,9}))?$/;

/**
 * Exact decimal CNY to nano-yuan. A number is read by its shortest decimal form, as written in JSON.
 * @returns null when it is not a plain decimal with at most `decimalsMax` places
 */
export function parseCny(value: string | number, decimalsMax = 9): bigint | null {
  const text = typeof value === 'number' ? numberText(value) : value;
  const match = DECIMAL.exec(text);
  if (!match || (match[3] ?? '').length > decimalsMax) return null;
  const nano = BigInt(match[2]!) * NANO_PER_CNY + BigInt((match[3] ?? '').padEnd(9, '0'));
  return match[1] ? -nano : nano;
}

/** Nano-yuan as decimal CNY without trailing zeros, exact. */
export function formatCny(nano: bigint): string {
  const absolute = nano < 0n ? -nano : nano;
  const fraction = (absolute % NANO_PER_CNY).toString().padStart(9, '0').replace(/0+$/, '');
  return `${nano < 0n ? '-' : ''}${absolute / NANO_PER_CNY}${fraction && `.${fraction}`}`;
}

/** For JSON: a double tells every nano-yuan apart up to 2^23 = 8,388,608 CNY, and every second one up to the limit. */
export function nanoToJsonNumber(nano: bigint): number {
  return Number(formatCny(nano));
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) return '';
  const text = String(value);
  // Small numbers print as 1e-9; nine places are all that is accepted anyway.
  if (!text.includes('e')) return text;
  const fixed = value.toFixed(9).replace(/\.?0+$/, '');
  return Number(fixed) === value ? fixed : text;
}
