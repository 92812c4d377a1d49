import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { entityTypes } from '@gw/detection';

const ROOT = join(__dirname, '..');
const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.gw', 'coverage']);
const CODE = /\.(ts|tsx|mjs)$/;
const LINES_MAX = 400;

/** Folders where one guess dies. */
const VAGUE_FOLDERS = [
  'utils',
  'common',
  'shared',
  'helpers',
  'types',
  'constants',
  'interfaces',
  'misc',
  'lib',
];

/** Which parts of the workspace a part may import, beside itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'libs/platform': [],
  'libs/tenancy': ['platform'],
  'libs/policy': ['platform'],
  'libs/catalogue': ['platform'],
  'libs/detection': ['platform'],
  'libs/tokenstore': ['platform', 'detection'],
  'libs/audit': ['platform'],
  'libs/billing': ['platform'],
};
const EVERYTHING = [...Object.keys(MAY_IMPORT).map((part) => part.slice('libs/'.length)), 'database'];

interface SourceFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

const files = listFiles(ROOT);
const code = files.filter((path) => CODE.test(path)).map(read);

describe('the conventions', () => {
  it('no folder has a name that says nothing', () => {
    const folders = new Set(files.flatMap((path) => dirname(path).split('/')));
    expect([...folders].filter((name) => VAGUE_FOLDERS.includes(name))).toEqual([]);
  });

  it('files are named subject.role, in kebab-case', () => {
    const name = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.(ts|tsx|mjs)$/;
    expect(
      code.map(({ path }) => path).filter((path) => !name.test(path.split('/').at(-1) as string)),
    ).toEqual([]);
  });

  it(`no file of code is longer than ${LINES_MAX} lines`, () => {
    const long = code.filter(({ text }) => text.split('\n').length - 1 > LINES_MAX);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it('no test is switched off, and no check is for a whole file', () => {
    expect(linesWith(/\b(it|describe|test)\.(only|skip|todo)\(|\bx(it|describe)\(|@ts-no[c]heck/)).toEqual(
      [],
    );
    expect(linesWith(/eslint-disabl[e](?!-next-line|-line)/)).toEqual([]);
  });

  it('nothing is left for later, nor commented out', () => {
    expect(linesWith(/\b(TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b/)).toEqual([]);
    expect(linesWith(/^\s*\/\/\s*(const|let|import|return|if \(|await|export)\b.*[;{]$/)).toEqual([]);
  });

  it('the project names no place on anybody’s machine and no registry', () => {
    const place = /(^|[\s'"`(=])\/(wor[k]|home|Users|tm[p])\/[\w.]|registr[y]\.npmjs|npmmirro[r]/;
    const told = [
      ...files.filter((path) => /\.(md|json|ya?ml|sh|ts|mjs)$/.test(path) && path !== 'package-lock.json'),
    ];
    const found = told.map(read).filter(({ text }) => text.split('\n').some((line) => place.test(line)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('libs import only what stands below them, and everybody enters a lib through its index', () => {
    expect(code.flatMap(forbiddenImports)).toEqual([]);
  });

  it('verifying the log needs nothing of writing it', () => {
    expect(importsOf(read('libs/audit/src/verify.ts'))).not.toContain('./chain');
  });

  it('no provider is made per request, and no cycle is tied by force', () => {
    expect(linesWith(/Scope\.(REQUEST|TRANSIENT)|forward[R]ef\(|synchronize:\s*true/)).toEqual([]);
  });

  it('settings are read in one place', () => {
    const readers = code.filter(
      ({ path, text }) => /^(apps|libs|database)\//.test(path) && /process\.env\b/.test(text),
    );
    const allowed = [
      /^libs\/platform\/src\/config\//,
      /\.spec\.ts$/,
      /^apps\/cli\/src\/start\/start-everything\.ts$/,
    ];
    expect(readers.map(({ path }) => path).filter((path) => !allowed.some((one) => one.test(path)))).toEqual(
      [],
    );
  });

  it('every migration is in the one timeline, and only goes forward', () => {
    const timeline = read('database/data-source.ts').text;
    for (const { path, text } of code.filter((file) => file.path.startsWith('database/migrations/'))) {
      const [, stamp] = /(\d+)-[a-z-]+\.ts$/.exec(path) as RegExpExecArray;
      const [, name] = /export class (\w+) implements MigrationInterface/.exec(text) as RegExpExecArray;
      expect(name).toMatch(new RegExp(`${stamp}$`));
      expect(timeline).toContain(`import { ${name}`);
      expect(text).toContain(`throw new Error('migrations only go forward')`);
    }
  });

  it('every entity type has a spec that names it', () => {
    const specs = code
      .filter(({ path }) => /^libs\/detection\/.*\.spec\.ts$/.test(path))
      .map(({ text }) => text);
    const names = entityTypes.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !specs.some((text) => text.includes(`'${name}'`)))).toEqual([]);
  });

  it('an installation runs no script of a package', () => {
    expect(read('.npmrc').text).toMatch(/^ignore-scripts=true$/m);
    const { scripts } = JSON.parse(read('package.json').text) as { scripts: Record<string, string> };
    expect(Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare)$/.test(name))).toEqual([]);
  });
});

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : [relative(ROOT, path)];
    });
}

function read(path: string): SourceFile {
  return { path, text: readFileSync(join(ROOT, path), 'utf8') };
}

/** `path:line` of every line of code that matches. */
function linesWith(pattern: RegExp): string[] {
  return code.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}

function importsOf({ text }: SourceFile): string[] {
  return [...text.matchAll(/(?:from|import|require)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name as string);
}

function forbiddenImports(file: SourceFile): string[] {
  const part = partOf(file.path);
  const allowed = MAY_IMPORT[part] ?? EVERYTHING;
  return importsOf(file)
    .filter((name) => {
      const workspace = /^@gw\/([^/]+)(\/.+)?$/.exec(name);
      if (workspace) return workspace[2] !== undefined || !allowed.includes(workspace[1] as string);
      return name.startsWith('.') && !mayReach(part, resolve('/', dirname(file.path), name).slice(1));
    })
    .map((name) => `${file.path} imports ${name}`);
}

/** Relative paths stay inside a part; tests may look into applications and the database, nobody into a lib. */
function mayReach(part: string, target: string): boolean {
  const other = partOf(target);
  if (other === part || other === 'dist' || !existsSync(join(ROOT, other))) return true;
  return part === 'test' && !other.startsWith('libs/');
}

function partOf(path: string): string {
  const [first, second] = path.split('/') as [string, string];
  return first === 'apps' || first === 'libs' ? `${first}/${second}` : first;
}
