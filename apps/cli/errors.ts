/** A problem that the operator can correct. `code` is stable, for programs. The exit code is 1. */
export class CliError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'CliError';
  }
}

/** Input that the caller must correct: an argument, a file, its content or the environment. The exit code is 2. */
export class InputError extends CliError {
  constructor(code: string, message: string) {
    super(code, message);
    this.name = 'InputError';
  }
}

/** The command line was invalid; no changes were made. */
export class UsageError extends InputError {
  constructor(message: string) {
    super('usage', message);
    this.name = 'UsageError';
  }
}
