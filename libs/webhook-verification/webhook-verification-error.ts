/**
 * Why a delivery must not be trusted:
 *
 * - `missing_signature`: the header X-Service-Signature is missing or empty
 * - `malformed_signature`: the header does not have the form `t=<unix seconds>,v1=<64 hex digits>`
 * - `signature_mismatch`: the body was not signed with this secret
 * - `timestamp_outside_tolerance`: the signature is valid, but too old or too far in the future
 * - `malformed_body`: the signature is valid and recent, but the body is not an event
 */
export type WebhookProblem =
  'missing_signature' | 'malformed_signature' | 'signature_mismatch' | 'timestamp_outside_tolerance' | 'malformed_body';

/**
 * The delivery must not be handled. Respond with status 400. The message is for the receiver's log. It never has a
 * secret or the expected signature.
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
