// Written a second time, apart from the product, so that a mistake there is not repeated here.

/** ISO 7064 MOD 11-2, as the last character of a citizen's ID number. */
export function mod112IsValid(id: string): boolean {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(id[index]), 0);
  return '10X98765432'[sum % 11] === id[17];
}

/** ISO/IEC 7812 Luhn. */
export function luhnIsValid(card: string): boolean {
  const digits = [...card].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
