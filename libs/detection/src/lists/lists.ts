import areaCodeList from './area-codes.json';
import bankBinList from './bank-bins.json';
import regionCodeList from './region-codes.json';

const regions = new Uint8Array(1_000_000);
for (const group of regionCodeList.codes.split(' ')) {
  for (let i = 4; i < group.length; i += 2) regions[Number(group.slice(0, 4) + group.slice(i, i + 2))] = 1;
}

const binsByLength = new Map<number, ReadonlySet<string>>(
  Object.entries(bankBinList.prefixesByLength).map(([length, prefixes]) => [
    Number(length),
    new Set(prefixes.split(' ')),
  ]),
);

const areaCodes = new Set(areaCodeList.codes.split(' '));

/** The 31 provinces of the mainland, as the first two digits of GB/T 2260. */
export const MAINLAND_PROVINCES: readonly string[] =
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65'.split(' ');

const provinces = new Set([...MAINLAND_PROVINCES, '71', '81', '82', '83']);

/** Whether two digits are a province, Hong Kong, Macao or Taiwan included. */
export function isProvince(digits: string): boolean {
  return provinces.has(digits);
}

/** Whether six digits are a region of GB/T 2260, now or once. */
export function isRegion(digits: string): boolean {
  return regions[Number(digits)] === 1;
}

/** Length of the issuer prefix of a card number that has the length its issuer uses; 0 when no issuer is known. */
export function bankBinLength(digits: string): number {
  const bins = binsByLength.get(digits.length);
  if (!bins) return 0;
  for (let length = 3; length <= 10; length++) if (bins.has(digits.slice(0, length))) return length;
  return 0;
}

/** Length of the area code (leading zero included) that digits begin with; 0 when they begin with none. */
export function areaCodeLength(digits: string): number {
  if (areaCodes.has(digits.slice(0, 3))) return 3;
  return areaCodes.has(digits.slice(0, 4)) ? 4 : 0;
}
