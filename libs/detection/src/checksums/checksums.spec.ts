import { gb11714 } from './gb11714';
import { gb32100 } from './gb32100';
import { isLuhnValid, luhnCheckDigit } from './luhn';
import { mod11_2 } from './mod11-2';
import { vinCheckDigit } from './vin-check';

describe('check digits', () => {
  it.each([
    ['11010519491231002', 'X'],
    ['44030819990110151', '2'],
    ['81000019940823002', '1'],
    ['83000019920130002', '2'],
    ['91112419810803002', '4'],
  ])('mod 11-2 of %s is %s', (digits, check) => expect(mod11_2(digits)).toBe(check));

  it.each([
    ['621700001234567890', '7'],
    ['411111111111111', '1'],
    ['49015420323751', '8'],
  ])('luhn of %s is %s', (digits, check) => {
    expect(luhnCheckDigit(digits)).toBe(check);
    expect(isLuhnValid(digits + check)).toBe(true);
    expect(isLuhnValid(digits + ((Number(check) + 1) % 10))).toBe(false);
  });

  it.each([
    ['91350100M000100Y4', '3'],
    ['91110000600037341', 'L'],
  ])('GB 32100 of %s is %s', (code, check) => expect(gb32100(code)).toBe(check));

  it('GB 32100 refuses letters outside its alphabet', () => expect(gb32100('9135010OM000100Y4')).toBeNull());

  it.each([
    ['60003734', '1'],
    ['D2143569', 'X'],
  ])('GB 11714 of %s is %s', (code, check) => expect(gb11714(code)).toBe(check));

  it('position 9 of a VIN', () => expect(vinCheckDigit('1M8GDM9AXKP042788')).toBe('X'));
});
