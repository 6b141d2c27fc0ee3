/** Something that the operator can put right. `code` is a stable word for machines. */
export class CliError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'CliError';
  }
}

/** The command was not used as it should be; nothing was done. */
export class UsageError extends CliError {
  constructor(message: string) {
    super('usage', message);
    this.name = 'UsageError';
  }
}
