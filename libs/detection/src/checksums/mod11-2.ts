const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECK_CHARACTERS = '10X98765432';

/** Check character of a citizen identification number over its first 17 digits (GB 11643-1999, ISO 7064 MOD 11-2). */
export function mod11_2(digits: string): string {
  let sum = 0;
  for (let i = 0; i < WEIGHTS.length; i++) sum += WEIGHTS[i]! * (digits.charCodeAt(i) - 48);
  return CHECK_CHARACTERS[sum % 11]!;
}
