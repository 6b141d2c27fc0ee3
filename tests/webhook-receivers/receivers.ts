import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentedWith } from './documented';

/** Runs a documented snippet in its own language. */
export interface Receiver {
  language: string;
  /** the program that must be on the PATH, with the arguments that print its version */
  needs: string[];
  /** Writes the snippet and its driver into an empty folder. Returns the command that runs them. */
  prepare: (folder: string) => Promise<string[]>;
}

const DOCUMENT = 'docs/guides/receive-webhooks.md';
const driver = (name: string): string => join(__dirname, 'drivers', name);

export const RECEIVERS: Receiver[] = [
  {
    language: 'Python',
    needs: ['python3', '--version'],
    prepare: async (folder) => {
      await writeFile(join(folder, 'verify_webhook.py'), documentedWith(DOCUMENT, 'python', 'def verify_webhook'));
      await copyFile(driver('driver.py'), join(folder, 'driver.py'));
      return ['python3', '-X', 'utf8', 'driver.py'];
    },
  },
  {
    language: 'Go',
    needs: ['go', 'version'],
    prepare: async (folder) => {
      await mkdir(join(folder, 'webhooks'));
      await writeFile(join(folder, 'go.mod'), 'module receiver\n\ngo 1.19\n');
      await writeFile(join(folder, 'webhooks', 'verify.go'), documentedWith(DOCUMENT, 'go', 'func Verify'));
      await copyFile(driver('driver.go'), join(folder, 'main.go'));
      await run(['go', 'build', '-o', 'receiver', '.'], folder, '');
      return [join(folder, 'receiver')];
    },
  },
  {
    language: 'Java',
    needs: ['java', '-version'],
    // Java runs the first class of a single source file, so the driver comes before the snippet's class.
    prepare: async (folder) => {
      const snippet = documentedWith(DOCUMENT, 'java', 'class WebhookVerifier');
      const start = snippet.indexOf('public final class');
      const source = [snippet.slice(0, start), await readFile(driver('Driver.java'), 'utf8'), snippet.slice(start)];
      await writeFile(join(folder, 'Receiver.java'), source.join('\n'));
      return ['java', '-Dfile.encoding=UTF-8', 'Receiver.java'];
    },
  },
];

/** Returns why a snippet cannot run on this machine, or undefined. */
export function whyNotHere({ needs: [program, ...args] }: Receiver): string | undefined {
  const { error, status } = spawnSync(program!, args, { stdio: 'ignore' });
  if (error) return `${program} is not on the PATH`;
  return status === 0 ? undefined : `${program} ${args.join(' ')} exits with ${status}`;
}

/**
 * Runs a command and returns its output.
 * @throws Error with its stderr output if it fails
 */
export function run([program, ...args]: string[], folder: string, input: string): Promise<string> {
  return new Promise((done, fail) => {
    const env = { ...process.env, ...GO_WITHOUT_NETWORK };
    const child = execFile(program!, args, { cwd: folder, env }, (error, stdout, stderr) => {
      if (error) fail(new Error(`${program} ${args.join(' ')} failed: ${stderr.trim() || error.message}`));
      else done(stdout);
    });
    child.stdin!.end(input);
  });
}

/** Keeps Go's build cache between runs, because compiling Go's standard library takes most of the time. */
const GO_WITHOUT_NETWORK = {
  GOCACHE: join(tmpdir(), `probity-go-build-${process.getuid?.() ?? 0}`),
  GOPROXY: 'off',
  GOFLAGS: '-mod=mod',
  GOTOOLCHAIN: 'local',
  GOWORK: 'off',
  CGO_ENABLED: '0',
};
