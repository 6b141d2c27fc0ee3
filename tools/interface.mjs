/**
 * `npm run interface`: runs every test of the interface on every profile, or on the one that
 * `-- --profile embedded-kafka` names. `npm test` and `npm run test:long` run them
 * too, except some on the two profiles in between.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { install } from './install.mjs';

const PROFILES = ['embedded', 'embedded-eventstoredb', 'embedded-kafka', 'distributed'];

const { profile } = parseArgs({ options: { profile: { type: 'string', default: 'all' } } }).values;
if (profile !== 'all' && !PROFILES.includes(profile)) {
  console.error(`--profile is "${profile}"; expected all, ${PROFILES.join(', ')}`);
  process.exit(1);
}
await install();
const { build } = await import('./build.mjs');
await build();
// A deployment that the environment names is tested once, not once for each profile.
const wanted = process.env.PROBITY_TEST_BASE_URL ? 'embedded' : profile;
const files = wanted === 'all' ? 'interface/' : `interface/${wanted}\\.`;
const root = fileURLToPath(new URL('..', import.meta.url));
const jest = fileURLToPath(new URL('../node_modules/jest/bin/jest.js', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [jest, '--config', 'jest.config.cjs', '--rootDir', 'tests', `tests/${files}`],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PROBITY_REQUIRE_KAFKA: 'true', PROBITY_TEST_EVERY_SUITE: 'true' },
  },
);
process.exit(status ?? 1);
