/** A copy was not made, or it is not known whether it was. It is tried again. The message has no secrets. */
export class CopyFailed extends Error {
  /** @param ofAll whether the copies of other logs would fail now too */
  constructor(
    message: string,
    readonly ofAll: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CopyFailed';
  }
}

/** What is kept outside shows that the log was rewritten, or restored to an older state. */
export class OutsideContradicts extends Error {}
