import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const NAMES = ['GW_BASE_URL', 'GW_API_KEY', 'GW_ADMIN_URL', 'GW_ADMIN_TOKEN'] as const;

export type DemoEnv = Readonly<Record<(typeof NAMES)[number], string>>;

/** @returns what the file holds; nothing when there is none */
export function readDemoEnv(file: string): Partial<DemoEnv> {
  if (!existsSync(file)) return {};
  const pairs = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => /^([A-Z_]+)=(\S+)$/.exec(line.trim()))
    .filter((match) => match !== null)
    .map(([, name, value]) => [name, value]);
  return Object.fromEntries(pairs) as Partial<DemoEnv>;
}

/** Readable by its owner alone; to be read by a shell: `. .gw/demo.env`. */
export function writeDemoEnv(file: string, env: DemoEnv): void {
  const text = NAMES.map((name) => `${name}=${env[name]}\n`).join('');
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
