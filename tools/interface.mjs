/**
 * `npm run interface`: runs every test of the interface on every profile, or on the one that
 * `-- --profile embedded-kafka` names. `npm test` runs most of them on two profiles only.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { install } from './install.mjs';

const { profile } = parseArgs({ options: { profile: { type: 'string', default: 'all' } } }).values;
install();
const { build } = await import('./build.mjs');
await build();
const root = fileURLToPath(new URL('..', import.meta.url));
const jest = fileURLToPath(new URL('../node_modules/jest/bin/jest.js', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [jest, '--config', 'jest.config.cjs', '--rootDir', 'tests', 'tests/interface'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PROBITY_TEST_PROFILE: profile, PROBITY_REQUIRE_KAFKA: 'true' },
  },
);
process.exit(status ?? 1);
