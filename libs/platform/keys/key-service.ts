/** A service that wraps (encrypts) keys and keeps its own key to itself, such as HashiCorp Vault or AWS KMS. */
export interface KeyService {
  /** Returns the wrapped form. It names the service, and can be stored anywhere. @throws KeyServiceFailure */
  wrap(key: Buffer): Promise<string>;
  /** @throws KeyServiceFailure */
  unwrap(wrapped: string): Promise<Buffer>;
}

/** A key service did not do what it was asked. The message says why, and what to do. It has no secrets. */
export class KeyServiceFailure extends Error {
  /** @param mayPass whether the same request may succeed soon */
  constructor(
    message: string,
    readonly mayPass: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'KeyServiceFailure';
  }
}
