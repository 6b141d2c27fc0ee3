/**
 * Why a delivery is not to be trusted:
 * - `missing_signature`: the header X-Service-Signature is not there or empty
 * - `malformed_signature`: it is not of the form `t=<unix seconds>,v1=<64 hex digits>`
 * - `signature_mismatch`: these bytes are not signed with the secret
 * - `timestamp_outside_tolerance`: signed, but too long ago, or too far in the future
 * - `malformed_body`: signed and fresh, but the body is no event
 */
export type WebhookProblem =
  'missing_signature' | 'malformed_signature' | 'signature_mismatch' | 'timestamp_outside_tolerance' | 'malformed_body';

/**
 * A delivery that must not be acted upon; answer it with 400. The message is for the receiver's own log.
 * It never holds a secret or the signature that was expected.
 */
export class WebhookVerificationError extends Error {
  constructor(
    readonly code: WebhookProblem,
    message: string,
  ) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}
