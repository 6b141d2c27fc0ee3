/** An option of a tool that its caller must correct. */
export class WrongOption extends Error {}

/** @throws WrongOption unless the text is a whole number from 1 on, with at most nine digits */
export function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new WrongOption(`--${name} must be a whole number from 1 on`);
  return Number(text);
}

/** @throws WrongOption unless the text is a number above 0 */
export function numberAboveZero(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new WrongOption(`--${name} must be a number above 0`);
  return value;
}

/**
 * Runs a benchmark or a fuzzer. A wrong option ends it with exit code 2, one line about the problem, and the help.
 *
 * @param failed handles every other error; by default the error is printed, and the exit code is 1
 */
export function runTool(help: string, main: () => Promise<void>, failed = printAndExit): void {
  main().catch((error: Error) => {
    const problem = optionProblem(error);
    if (problem === undefined) return failed(error);
    console.error(`${problem}\n\n${help}`);
    process.exit(2);
  });
}

/** Returns the problem of a wrong option, in one line; undefined for every other error. */
export function optionProblem(error: Error): string | undefined {
  if (error instanceof WrongOption) return error.message;
  // A command that failed has its exit code there, a number.
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || !code.startsWith('ERR_PARSE_ARGS_')) return undefined;
  return error.message.replace(/\n[^]*/, '').replace(/\. To specify a positional .*/, '');
}

function printAndExit(error: Error): void {
  console.error(error);
  process.exit(1);
}
