import type ERROR_CODES from './data/error-codes.json';

/** A stable error code for programs. `data/error-codes.json` gives the meaning of each code and advice. */
export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * The HTTP status for each kind of refusal. `code` is a stable code for programs;
 * `message` is text that names the field and the expected value.
 */
const statusByKind = {
  invalid: 400, // the request is invalid; a retry fails too
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409, // a request with the same Idempotency-Key is in progress; retry soon
  too_large: 413,
  unsupported_encoding: 415,
  unprocessable: 422, // the Idempotency-Key was used for another request
  rate_limited: 429, // the request was not processed; it can be retried after the time in Retry-After
  overloaded: 503, // no changes were made; the request can be retried
  outcome_unknown: 503, // the outcome is unknown; retry with the same Idempotency-Key
};
export type RefusalKind = keyof typeof statusByKind;

/** An expected error that the caller receives. Any other error is a defect or a failed dependency. */
export class Refusal extends Error {
  /** in so many seconds, the request may be sent again; undefined when the kind says it */
  readonly retryAfterS: number | undefined;

  constructor(
    readonly kind: RefusalKind,
    readonly code: ErrorCode,
    message: string,
    { retryAfterS, ...options }: ErrorOptions & { retryAfterS?: number } = {},
  ) {
    super(message, options);
    this.name = 'Refusal';
    this.retryAfterS = retryAfterS;
  }

  get httpStatus(): number {
    return statusByKind[this.kind];
  }

  /** The form in which a refusal is sent over the broker. */
  toWire(): WireRefusal {
    const { kind, code, message, retryAfterS } = this;
    return { kind, code, message, ...(retryAfterS !== undefined && { retry_after_s: retryAfterS }) };
  }

  static fromWire({ kind, code, message, retry_after_s: retryAfterS }: WireRefusal): Refusal {
    return new Refusal(kind, code, message, { ...(retryAfterS !== undefined && { retryAfterS }) });
  }
}

/** The refusal that an error is, or that it has for the caller in its field `refusal`. */
export function refusalOf(error: unknown): Refusal | undefined {
  const found = error instanceof Refusal ? error : (error as { refusal?: unknown } | null | undefined)?.refusal;
  return found instanceof Refusal ? found : undefined;
}

export type WireRefusal = Pick<Refusal, 'kind' | 'code' | 'message'> & { retry_after_s?: number };

export function isWireRefusal(value: unknown): value is WireRefusal {
  return typeof value === 'object' && value !== null && 'kind' in value && (value.kind as string) in statusByKind;
}

export const invalid = (code: ErrorCode, message: string): Refusal => new Refusal('invalid', code, message);
export const notFound = (what: string, id: string): Refusal =>
  new Refusal('not_found', 'not_found', `${what} ${id} was not found`);

/** Returns the value. @throws Refusal `not_found` when it is undefined */
export function found<T>(what: string, id: string, value: T | undefined): T {
  if (value === undefined) throw notFound(what, id);
  return value;
}
