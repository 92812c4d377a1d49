import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configSchema, errorCatalogue } from '@gw/platform';

/** Generated parts of the documents. `npm run docs` writes them; without it this test compares. */
const generated: [file: string, marker: string, render: () => string][] = [
  ['docs/errors.md', 'error-catalogue', renderErrors],
  ['docs/configuration.md', 'settings', renderSettings],
];

describe('the documents', () => {
  it.each(generated)('%s states what the code does (%s)', (file, marker, render) => {
    const path = join(__dirname, '..', file);
    const text = readFileSync(path, 'utf8');
    const [begin, end] = [`<!-- ${marker}: generated -->\n`, `<!-- /${marker} -->`];
    const from = text.indexOf(begin) + begin.length;
    const to = text.indexOf(end);
    expect(from).toBeGreaterThan(begin.length);
    expect(to).toBeGreaterThanOrEqual(from);
    if (process.env.UPDATE_DOCS === '1') writeFileSync(path, text.slice(0, from) + render() + text.slice(to));
    else expect(text.slice(from, to)).toBe(render());
  });
});

function renderErrors(): string {
  const rows = Object.entries(errorCatalogue)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, detail }]) => `| ${status} | \`${code}\` | ${detail} |`);
  return ['', '| status | `error` | `detail` |', '|---|---|---|', ...rows, '', ''].join('\n');
}

function renderSettings(): string {
  const rows = Object.entries(configSchema.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined);
    const shown = fallback.success && fallback.data !== undefined ? shownDefault(fallback.data) : '';
    const secret = schema.meta()?.secret === true ? ` Also \`${name}_FILE\`.` : '';
    return `| \`${name}\` | ${shown} | ${schema.description}${secret} |`;
  });
  return ['', '| setting | default | meaning |', '|---|---|---|', ...rows, '', ''].join('\n');
}

function shownDefault(value: unknown): string {
  if (typeof value === 'boolean') return value ? '`1`' : '`0`';
  const text = String(value);
  return text === '' ? '' : `\`${text}\``;
}
