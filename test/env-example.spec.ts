import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configSchema, loadConfig } from '@gw/platform';

const FILE = join(__dirname, '../.env.example');

describe('.env.example', () => {
  it('lists every setting with its default; `npm run docs` writes it', () => {
    if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, render());
    else expect(readFileSync(FILE, 'utf8')).toBe(render());
  });

  it('is valid when every setting in it is switched on', () => {
    const lines = render()
      .split('\n')
      .map((line) => /^#(GW_\w+)=(.+)$/.exec(line)?.slice(1))
      .filter((pair) => pair !== undefined);
    expect(lines.length).toBeGreaterThan(10);
    const fromFile = loadConfig(Object.fromEntries(lines) as Record<string, string>);
    expect(fromFile).toEqual(loadConfig({}));
  });
});

function render(): string {
  const settings = Object.entries(configSchema.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined);
    const shown = fallback.success && fallback.data !== undefined ? textOf(fallback.data) : '';
    return `# ${schema.description}\n#${name}=${shown}\n`;
  });
  return `# Every setting and its default. Copy to .env, change what you need, and load it before a start:\n#   set -a; . ./.env; set +a; npm start\n\n${settings.join('\n')}`;
}

function textOf(value: unknown): string {
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}
