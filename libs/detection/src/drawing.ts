import type { DrawSource } from './entity-type';

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Capitals that cannot be mistaken for digits, as on plates and in passports. */
export const CLEAR_CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const HAN = '安柏辰丹恩帆甘禾嘉康岚棉宁鹏青然松桐维溪研彦舟知竹梓佳荷锦露晴榆';

export function drawOne(characters: string, random: DrawSource): string {
  return characters[random.int(characters.length)]!;
}

export function drawDigits(count: number, random: DrawSource): string {
  let digits = '';
  while (digits.length < count) digits += String(random.int(10));
  return digits;
}

/** The same mask: a digit for a digit, a letter of `capitals` for a letter, a Han character for a Han character. */
export function drawSameMask(value: string, random: DrawSource, capitals = CAPITALS): string {
  return value.replace(/[0-9]|[A-Z]|[a-z]|\p{Script=Han}/gu, (character) => {
    if (/[0-9]/.test(character)) return String(random.int(10));
    if (/[A-Z]/.test(character)) return drawOne(capitals, random);
    if (/[a-z]/.test(character)) return drawOne(capitals, random).toLowerCase();
    return drawOne(HAN, random);
  });
}

/** Whether two values have six or more consecutive characters in common. */
export function sharesRun(one: string, other: string, length = 6): boolean {
  for (let i = 0; i + length <= one.length; i++) if (other.includes(one.slice(i, i + length))) return true;
  return false;
}

export function daysInMonth(year: number, month: number): number {
  return month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
