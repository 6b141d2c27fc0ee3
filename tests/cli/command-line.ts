import { run } from '../../apps/cli/run';
import type { Surroundings } from '../../apps/cli/surroundings';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command line in this process, because starting a process takes most of the time of a command. */
export class CommandLine {
  /** @param env the environment variables, which name the back office */
  constructor(private readonly env: NodeJS.ProcessEnv) {}

  async run(args: string[], input?: string): Promise<Outcome> {
    const outcome: Outcome = { code: 0, stdout: '', stderr: '' };
    const surroundings: Surroundings = {
      env: this.env,
      stdin: (async function* () {
        if (input !== undefined) yield Buffer.from(input);
      })(),
      stdout: { write: (text) => (outcome.stdout += text) },
      stderr: { write: (text) => (outcome.stderr += text) },
    };
    await run(args, surroundings);
    return { ...outcome, code: Number(surroundings.exitCode ?? 0) };
  }

  /** Runs a command that must succeed and print nothing to stderr. Returns its text. */
  readonly text = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await this.run(args);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
    return stdout;
  };

  /** Runs a command that must succeed and print only one line of JSON. Returns the object. */
  readonly json = async <Body = any>(...args: string[]): Promise<Body> => {
    const stdout = await this.text(...args, '--json');
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    return JSON.parse(stdout) as Body;
  };

  /** Runs a command that must fail. Returns the code and message of the error. */
  readonly refusal = async (...args: string[]): Promise<{ code: string; message: string }> => {
    const { code, stdout, stderr } = await this.run([...args, '--json']);
    const error = JSON.parse(stderr) as { code: string; message: string };
    const expected = /^(invalid|bad)_|^(file|not_this_format)$/.test(error.code) ? 2 : 1;
    expect({ args, code, stdout }).toEqual({ args, code: expected, stdout: '' });
    return { code: error.code, message: error.message };
  };
}

/** The arguments that create a key with both scopes. */
export const newKey = (slug: string): string[] => [
  'key',
  'create',
  '--tenant',
  slug,
  '--scope',
  'read',
  '--scope',
  'write',
  '--reason',
  'a test',
];
