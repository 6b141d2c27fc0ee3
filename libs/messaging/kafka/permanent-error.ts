/** Errors of the cluster that need an operator: credentials, rights, or an unsupported version. */
const NEEDS_OPERATOR =
  /AUTHENTICATION|AUTHORIZATION_FAILED|SASL|UNSUPPORTED_VERSION|NotImplemented|ServerDoesNotSupport/i;

/**
 * Whether no wait can end this error of kafkajs. The library does not tell: it marks a missing group coordinator as
 * not retriable, and reports a broker that went away as a plain Error. So all others may end when a broker is back.
 */
export function isPermanent(error: unknown): boolean {
  const seen = new Set<unknown>();
  for (let cause = error; cause instanceof Error && !seen.has(cause); cause = cause.cause) {
    seen.add(cause);
    if (NEEDS_OPERATOR.test(`${cause.name} ${(cause as { type?: string }).type ?? ''}`)) return true;
  }
  return false;
}
