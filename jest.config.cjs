/** One run for everything; `--rootDir libs/scoring` runs one project. */
const { join } = require('node:path');

module.exports = async () => {
  const { swcOptions } = await import('./tools/swc-options.mjs');
  const { paths: _paths, baseUrl: _baseUrl, ...jsc } = swcOptions.jsc; // Jest resolves @probity/* itself
  return {
    testEnvironment: join(__dirname, 'tools/jest/environment.cjs'),
    resolver: join(__dirname, 'tools/jest/resolver.cjs'),
    testMatch: ['**/*.spec.ts'],
    moduleFileExtensions: ['ts', 'js', 'json'],
    moduleNameMapper: { '^@probity/(.*)$': join(__dirname, 'libs', '$1') },
    transform: { '\\.[cm]?[jt]s$': ['@swc/jest', { ...swcOptions, jsc }] },
    transformIgnorePatterns: ['/node_modules/', join(__dirname, 'dist')],
    globalSetup: join(__dirname, 'testing', 'jest-global-setup.ts'),
    globalTeardown: join(__dirname, 'testing', 'jest-global-teardown.ts'),
    testSequencer: join(__dirname, 'tools', 'longest-first.cjs'),
    testTimeout: 60_000,
    maxWorkers: 2,
  };
};
