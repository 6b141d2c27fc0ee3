import type ERROR_CODES from './data/error-codes.json';

/** A stable code for programs. The catalogue gives the meaning of each and what to do. */
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
  too_large: 413,
  overloaded: 503, // no changes were made; the request can be retried
  outcome_unknown: 503, // the outcome is unknown; retry with the same idempotency_key
};
export type RefusalKind = keyof typeof statusByKind;

/** An expected refusal. Anything else that is thrown is a defect or a broken dependency. */
export class Refusal extends Error {
  constructor(
    readonly kind: RefusalKind,
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'Refusal';
  }

  get httpStatus(): number {
    return statusByKind[this.kind];
  }

  /** The form in which a refusal crosses the broker. */
  toWire(): WireRefusal {
    return { kind: this.kind, code: this.code, message: this.message };
  }

  static fromWire({ kind, code, message }: WireRefusal): Refusal {
    return new Refusal(kind, code, message);
  }
}

export type WireRefusal = Pick<Refusal, 'kind' | 'code' | 'message'>;

export function isWireRefusal(value: unknown): value is WireRefusal {
  return typeof value === 'object' && value !== null && 'kind' in value && (value.kind as string) in statusByKind;
}

export const invalid = (code: ErrorCode, message: string): Refusal => new Refusal('invalid', code, message);
export const notFound = (what: string, id: string): Refusal =>
  new Refusal('not_found', 'not_found', `${what} ${id} was not found`);

/** The value. @throws Refusal `not_found` when there is none */
export function found<T>(what: string, id: string, value: T | undefined): T {
  if (value === undefined) throw notFound(what, id);
  return value;
}
