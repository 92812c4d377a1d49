/** Values of A to Z; 0 stands for I, O and Q, which no VIN has. */
const LETTER_VALUES = '12345678012345070923456789';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Position 9 of a vehicle identification number of 17 characters (GB 16735-2019, ISO 3779); its own value is ignored. */
export function vinCheckDigit(vin: string): string {
  let sum = 0;
  for (let i = 0; i < WEIGHTS.length; i++) {
    const code = vin.charCodeAt(i);
    const value = code <= 57 ? code - 48 : LETTER_VALUES.charCodeAt(code - 65) - 48;
    sum += WEIGHTS[i]! * value;
  }
  const check = sum % 11;
  return check === 10 ? 'X' : String(check);
}
