import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(__dirname, '..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)));
const sources = files.filter((file) => /\.(ts|mjs)$/.test(file));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Where "one guess" dies. */
const FORBIDDEN_FOLDERS = new Set([
  'utils',
  'common',
  'shared',
  'helpers',
  'types',
  'constants',
  'interfaces',
]);
const LINES_MAX = 420;

const LIB_IMPORTS: Record<string, string[]> = {
  platform: [],
  tenancy: ['platform'],
  policy: ['platform'],
  catalogue: ['platform'],
  detection: ['platform'],
  tokenstore: ['platform', 'detection'],
  audit: ['platform'],
  billing: ['platform'],
};

describe('the conventions of the house', () => {
  it('has no folder that could hold anything', () => {
    const folders = new Set(files.flatMap((file) => dirname(file).split('/')));
    expect([...folders].filter((folder) => FORBIDDEN_FOLDERS.has(folder))).toEqual([]);
  });

  it('keeps files small', () => {
    const long = sources.filter((file) => read(file).split('\n').length > LINES_MAX);
    expect(long).toEqual([]);
  });

  it('lets libs import only what their layer may', () => {
    const wrong = sources.flatMap((file) => {
      const [, lib] = /^libs\/([a-z]+)\/src\//.exec(file) ?? [];
      if (lib === undefined) return [];
      const imported = [...read(file).matchAll(/from '@gw\/([a-z]+)'/g)].map(([, name]) => name as string);
      return imported.filter((name) => !LIB_IMPORTS[lib]?.includes(name)).map((name) => `${file} → ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it('lets no application import another', () => {
    const wrong = sources.filter((file) => {
      const [, app] = /^apps\/([a-z]+)\/src\//.exec(file) ?? [];
      return app !== undefined && /from '(\.\.\/)+(gateway|admin|cli)\/src/.test(read(file));
    });
    expect(wrong).toEqual([]);
  });

  it('enters a lib through its index only', () => {
    const wrong = sources.filter((file) => /from '@gw\/[a-z]+\//.test(read(file)));
    expect(wrong).toEqual([]);
  });

  it('tests every entity type beside its file', () => {
    const index = read('libs/detection/src/entity-types/index.ts');
    const modules = [...index.matchAll(/from '\.\/([a-z-]+)'/g)].map(([, name]) => name as string);
    expect(modules.length).toBeGreaterThan(10);
    const untested = modules.filter(
      (name) => !files.includes(`libs/detection/src/entity-types/${name}.spec.ts`),
    );
    expect(untested).toEqual([]);
  });

  it('reads the environment in one place only', () => {
    const readers = sources.filter(
      (file) =>
        /^(apps|libs)\//.test(file) && !file.endsWith('.spec.ts') && /process\.env\b/.test(read(file)),
    );
    expect(
      readers.filter((file) => basename(file) !== 'load-config.ts' && !file.startsWith('apps/cli/')),
    ).toEqual([]);
  });

  it('synchronizes no table from code', () => {
    const product = sources.filter((file) => /^(apps|libs|database)\//.test(file));
    expect(product.filter((file) => /synchronize: true/.test(read(file)))).toEqual([]);
  });
});
