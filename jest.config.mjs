/** @type {import('jest').Config} */
const shared = {
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleNameMapper: {
    '^@gw/database$': '<rootDir>/database/index.ts',
    '^@gw/(.*)$': '<rootDir>/libs/$1/src/index.ts',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.gw/'],
};

/**
 * Two tiers: `unit` needs nothing but Node; `e2e` starts a real PostgreSQL and the real applications.
 * @type {import('jest').Config}
 */
export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,database,tools,bench}/**/*.spec.ts', '<rootDir>/test/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/{e2e,faults}/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
  ],
};
