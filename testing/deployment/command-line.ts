import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(__dirname, '..', '..');
const DIST = existsSync(resolve(ROOT, 'dist')) ? resolve(ROOT, 'dist') : ROOT;

/** Runs one `probity` command and returns its output. Rejects when the command fails. */
export async function probity(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const main = resolve(DIST, 'apps/cli/main.js');
  const env = { ...environment, PATH: process.env.PATH };
  return (await promisify(execFile)(process.execPath, [main, ...args], { env })).stdout;
}
