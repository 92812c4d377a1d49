import tseslint from 'typescript-eslint';

/** What each folder may import from the workspace; everything else is a layering error. See docs/architecture.md. */
const allowedImports = {
  'libs/platform': [],
  'libs/tenancy': ['platform'],
  'libs/policy': ['platform'],
  'libs/catalogue': ['platform'],
  'libs/detection': ['platform'],
  'libs/tokenstore': ['platform', 'detection'],
  'libs/audit': ['platform'],
  'libs/billing': ['platform'],
};
const libs = ['platform', 'tenancy', 'policy', 'catalogue', 'detection', 'tokenstore', 'audit', 'billing'];

const layering = Object.entries(allowedImports).map(([folder, allowed]) => ({
  files: [`${folder}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: [
              ...libs.filter((lib) => !allowed.includes(lib)).map((lib) => `@gw/${lib}`),
              '@gw/database',
              '**/apps/**',
            ],
            message: `${folder} may import only: ${allowed.join(', ') || 'nothing of the workspace'}.`,
          },
          { group: ['@gw/*/*', '**/libs/*/src/**'], message: 'Enter a lib through its index only.' },
        ],
      },
    ],
  },
}));

const apps = ['gateway', 'admin', 'cli'].map((app) => ({
  files: [`apps/${app}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: ['**/apps/**', '@gw/*/*', '**/libs/*/src/**'],
            message: 'Enter a lib through its index; apps never import each other.',
          },
        ],
      },
    ],
  },
}));

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', '.gw/**', 'coverage/**'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-control-regex': 'off',
    },
  },
  {
    files: ['**/*.ts'],
    ignores: ['libs/platform/src/config/**', 'tools/**', 'test/**', 'bench/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read settings through GwConfig.' },
      ],
    },
  },
  { files: ['tools/**', 'bench/**', 'apps/cli/**', 'test/**'], rules: { 'no-console': 'off' } },
  ...layering,
  ...apps,
);
