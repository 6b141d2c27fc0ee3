/**
 * Checks the types and the rules of .oxlintrc.json in one run. Most of the rules need types, and computing types takes
 * most of the time, so both checks share one program (docs/adr/0043-types-and-rules-in-one-native-run.md).
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDeskClient } from './desk-client.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const CHECKS = ['--type-aware', '--type-check', '--report-unused-disable-directives', '--deny-warnings'];

await writeDeskClient();
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), ...CHECKS, '.'], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
