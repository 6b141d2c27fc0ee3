/** A problem that the operator can correct. `code` is stable, for programs. */
export class CliError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'CliError';
  }
}

/** The command line was invalid; no changes were made. */
export class UsageError extends CliError {
  constructor(message: string) {
    super('usage', message);
    this.name = 'UsageError';
  }
}
