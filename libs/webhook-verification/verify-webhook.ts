import { timingSafeEqual } from 'node:crypto';
import { signature } from './signature';
import { readSignatureHeader, type SignatureHeader } from './signature-header';
import { readWebhookEvent, type WebhookEvent } from './webhook-event';
import { WebhookVerificationError } from './webhook-verification-error';

export interface VerifyWebhookOptions {
  /** the allowed age of a delivery, and distance into the future; default 300. Older deliveries may be replays. */
  toleranceSeconds?: number;
  /** the current time; default: the system clock */
  now?: Date;
}

const FIVE_MINUTES = 300;

/**
 * Returns the event of a delivery if Probity signed it recently. An event of an unknown type is returned with unchecked
 * data; `isKnownEvent` distinguishes it from known events. The function does not detect repeated deliveries: the caller
 * must compare `event_id`.
 *
 * @param rawBody the body of the request before parsing
 * @param signatureHeader the header X-Service-Signature
 * @param secret the endpoint's signing secret, `whsec_…`. During a rotation, a list such as `[NEW, OLD]`. Undefined and
 *   empty items of a list are skipped, so that the old secret can be removed from the environment.
 * @throws WebhookVerificationError when the delivery must not be trusted; `code` gives the reason
 * @throws TypeError or RangeError when the arguments are invalid, for example a parsed body or no secret
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  signatureHeader: string | readonly string[] | undefined,
  secret: string | readonly (string | undefined)[],
  { toleranceSeconds = FIVE_MINUTES, now = new Date() }: VerifyWebhookOptions = {},
): WebhookEvent {
  const secrets = checkedSecrets(secret);
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new TypeError('verifyWebhook needs the raw body as a string or bytes; pass the body before it is parsed');
  }
  if (!(toleranceSeconds >= 0)) throw new RangeError('toleranceSeconds must be a number and at least 0');
  if (Number.isNaN(now.getTime())) throw new RangeError('now must be a valid date');

  const header = readSignatureHeader(signatureHeader);
  if (!secrets.some((each) => isSignedWith(each, rawBody, header))) throw mismatch(secrets);
  requireFresh(Number(header.timestamp), Math.floor(now.getTime() / 1000), toleranceSeconds);
  return readWebhookEvent(rawBody);
}

/** Rejects an empty secret: everyone could sign with it, for example if an environment variable is not set. */
function checkedSecrets(secret: string | readonly (string | undefined)[]): readonly string[] {
  const given: readonly unknown[] = Array.isArray(secret) ? secret : [secret];
  const secrets = given.filter((each) => each !== undefined && each !== '');
  if (secrets.length > 0 && secrets.every((each) => typeof each === 'string')) return secrets;
  throw new TypeError('verifyWebhook needs the signing secret of the webhook endpoint; it is missing or empty');
}

function isSignedWith(
  secret: string,
  rawBody: string | Uint8Array,
  { timestamp, signatures }: SignatureHeader,
): boolean {
  const expected = signature(rawBody, secret, timestamp);
  return signatures.some((given) => timingSafeEqual(given, expected));
}

function mismatch(secrets: readonly string[]): WebhookVerificationError {
  return new WebhookVerificationError(
    'signature_mismatch',
    `no signature matches. Either the secret is that of another endpoint or was replaced by a rotation${hint(secrets)}, ` +
      'or the body is not exactly the bytes that were sent (for example, it was parsed and serialized again)',
  );
}

function hint(secrets: readonly string[]): string {
  if (secrets.some((secret) => secret !== secret.trim())) return ' (the secret begins or ends with white space)';
  return secrets.every((secret) => secret.startsWith('whsec_')) ? '' : ' (a signing secret begins with whsec_)';
}

function requireFresh(timestamp: number, now: number, tolerance: number): void {
  const age = now - timestamp;
  if (Math.abs(age) <= tolerance) return;
  const off = age > 0 ? `${age} seconds ago` : `${-age} seconds in the future`;
  throw new WebhookVerificationError(
    'timestamp_outside_tolerance',
    `the delivery was signed ${off}; at most ${tolerance} seconds are allowed. ` +
      "It may be a replay, or this machine's clock is wrong",
  );
}
