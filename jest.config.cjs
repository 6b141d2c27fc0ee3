/** One run for everything; `--rootDir libs/scoring` runs one project. */
const { join } = require('node:path');

module.exports = async () => {
  const { swcOptions } = await import('./tools/swc-options.mjs');
  const { testBundles } = await import('./tools/test-bundles.mjs');
  const { paths: _paths, baseUrl: _baseUrl, ...jsc } = swcOptions.jsc; // Jest resolves @probity/* itself
  return {
    testEnvironment: 'node',
    testMatch: ['**/*.spec.ts'],
    moduleFileExtensions: ['ts', 'js', 'json'],
    moduleNameMapper: { '^@probity/(.*)$': join(__dirname, 'libs', '$1'), ...(await testBundles()) },
    transform: { '\\.[cm]?[jt]s$': ['@swc/jest', { ...swcOptions, jsc }] },
    transformIgnorePatterns: [
      '/node_modules/(?!(@nestjs|typebox|uuid|any-ascii|lru-cache|openid-client|oauth4webapi|jose|oidc-provider|nanoid|koa|cookie|content-disposition|eta)/)',
      join(__dirname, 'dist'),
    ],
    globalSetup: join(__dirname, 'testing', 'jest-global-setup.ts'),
    globalTeardown: join(__dirname, 'testing', 'jest-global-teardown.ts'),
    testSequencer: join(__dirname, 'tools', 'longest-first.cjs'),
    testTimeout: 60_000,
    maxWorkers: 2,
  };
};
