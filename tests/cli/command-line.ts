import { run } from '../../apps/cli/run';
import type { Surroundings } from '../../apps/cli/surroundings';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** The command line without a process of its own, which takes most of the time of a command. */
export class CommandLine {
  /** @param env where it finds its back office */
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

  /** The text of a command that must succeed without a word on stderr. */
  readonly text = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await this.run(args);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
    return stdout;
  };

  /** The object of a command that must succeed; it must be all that is printed, on one line. */
  readonly json = async <Body = any>(...args: string[]): Promise<Body> => {
    const stdout = await this.text(...args, '--json');
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    return JSON.parse(stdout) as Body;
  };

  /** The code and message of a command that must fail. */
  readonly refusal = async (...args: string[]): Promise<{ code: string; message: string }> => {
    const { code, stdout, stderr } = await this.run([...args, '--json']);
    expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' });
    const error = JSON.parse(stderr) as { code: string; message: string };
    return { code: error.code, message: error.message };
  };
}
