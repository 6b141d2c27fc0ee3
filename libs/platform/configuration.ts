import { EnvMissingError, type ReporterOptions } from 'envalid';

/** Environment variables that are missing or malformed; the message names each and says what it must be. */
export class BadConfiguration extends Error {
  constructor(problems: string[]) {
    super(`the configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'BadConfiguration';
  }
}

/** An envalid reporter that throws instead of ending the process. Values are not repeated: they may be secrets. */
export function reportProblems({ errors }: ReporterOptions<unknown>): void {
  const problems = Object.entries(errors as Record<string, Error | undefined>).flatMap(([variable, error]) => {
    if (!error) return [];
    return error instanceof EnvMissingError ? `${variable} is missing` : `${variable} ${withoutValue(error.message)}`;
  });
  if (problems.length > 0) throw new BadConfiguration(problems);
}

/** envalid's own messages end in the value, as in `Invalid port input: "x"`. */
function withoutValue(message: string): string {
  return message
    .replace(/^Invalid (.*?) input: .*$/, 'is not a valid $1')
    .replace(/^Value ".*" not in choices/, 'must be one of');
}
