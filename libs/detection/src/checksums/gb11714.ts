const WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2];

/** Check character of an organization code over its first 8 characters, digits and capital letters (GB 11714-1997). */
export function gb11714(code: string): string {
  let sum = 0;
  for (let i = 0; i < WEIGHTS.length; i++) {
    const character = code.charCodeAt(i);
    sum += WEIGHTS[i]! * (character <= 57 ? character - 48 : character - 55);
  }
  const check = 11 - (sum % 11);
  return check === 10 ? 'X' : String(check % 11);
}
