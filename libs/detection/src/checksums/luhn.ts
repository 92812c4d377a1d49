/** Luhn sum modulo 10 with the last digit counted `once` or doubled (ISO/IEC 7812-1, annex B). */
function luhnSum(digits: string, doubleLast: boolean): number {
  let sum = 0;
  let double = doubleLast;
  for (let i = digits.length - 1; i >= 0; i--) {
    let digit = digits.charCodeAt(i) - 48;
    if (double && (digit *= 2) > 9) digit -= 9;
    sum += digit;
    double = !double;
  }
  return sum % 10;
}

/** Whether a number of digits ends in its right check digit. */
export function isLuhnValid(digits: string): boolean {
  return luhnSum(digits, false) === 0;
}

/** The check digit that makes `digits` followed by it valid. */
export function luhnCheckDigit(digits: string): string {
  return String((10 - luhnSum(digits, true)) % 10);
}
