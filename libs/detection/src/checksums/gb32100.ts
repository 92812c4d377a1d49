/** The characters of a unified social credit code; a character's value is its index (GB 32100-2015, table 2). */
export const USCC_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Check character of a unified social credit code over its first 17 characters; null when one is not of the alphabet. */
export function gb32100(code: string): string | null {
  let sum = 0;
  for (let i = 0; i < WEIGHTS.length; i++) {
    const value = USCC_ALPHABET.indexOf(code.charAt(i));
    if (value < 0) return null;
    sum += WEIGHTS[i]! * value;
  }
  return USCC_ALPHABET[(31 - (sum % 31)) % 31]!;
}
