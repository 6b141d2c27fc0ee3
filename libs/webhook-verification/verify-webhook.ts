import { timingSafeEqual } from 'node:crypto';
import { signature } from './signature';
import { readSignatureHeader, type SignatureHeader } from './signature-header';
import { readWebhookEvent, type WebhookEvent } from './webhook-event';
import { WebhookVerificationError } from './webhook-verification-error';

export interface VerifyWebhookOptions {
  /** how old, or how far in the future, a delivery may be; 300 without it. Older ones may be replays. */
  toleranceSeconds?: number;
  /** the time to compare with; the system's without it */
  now?: Date;
}

const FIVE_MINUTES = 300;

/**
 * Returns the event of a delivery if Probity has signed it, lately. An event of a type that this version does not
 * know is returned as it came; `isKnownEvent` says which it is. Whether it was handled before is for the caller to
 * know, by `event_id`.
 *
 * @param rawBody the request's body as it arrived, before anything parsed it
 * @param signatureHeader the header X-Service-Signature
 * @param secret the endpoint's signing secret, `whsec_…`. While it is rotated a list, `[NEW, OLD]`: what is
 *   undefined or empty in a list is skipped, so that the old one can be taken out of the environment
 * @throws WebhookVerificationError when the delivery is not to be trusted; its `code` says why
 * @throws TypeError or RangeError when this function is called wrongly: with a parsed body, without any secret
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  signatureHeader: string | readonly string[] | undefined,
  secret: string | readonly (string | undefined)[],
  { toleranceSeconds = FIVE_MINUTES, now = new Date() }: VerifyWebhookOptions = {},
): WebhookEvent {
  const secrets = checkedSecrets(secret);
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new TypeError(
      'verifyWebhook needs the raw body, a string or bytes, as it was before a parser turned it into an object',
    );
  }
  if (!(toleranceSeconds >= 0)) throw new RangeError('toleranceSeconds must be a number from 0');
  if (Number.isNaN(now.getTime())) throw new RangeError('now must be a valid date');

  const header = readSignatureHeader(signatureHeader);
  if (!secrets.some((each) => isSignedWith(each, rawBody, header))) throw mismatch(secrets);
  requireFresh(Number(header.timestamp), Math.floor(now.getTime() / 1000), toleranceSeconds);
  return readWebhookEvent(rawBody);
}

/** An empty key is public: a variable that is not set must not open the door. */
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
    `no signature matches. Either this is the secret of another endpoint or one that was rotated away${hint(secrets)}, ` +
      'or the body is not, byte for byte, what was sent (parsed and written again, or decoded)',
  );
}

function hint(secrets: readonly string[]): string {
  if (secrets.some((secret) => secret !== secret.trim())) return ' (it begins or ends with white space)';
  return secrets.every((secret) => secret.startsWith('whsec_')) ? '' : ' (a signing secret begins with whsec_)';
}

function requireFresh(timestamp: number, now: number, tolerance: number): void {
  const age = now - timestamp;
  if (Math.abs(age) <= tolerance) return;
  const off = age > 0 ? `${age} seconds ago` : `${-age} seconds in the future`;
  throw new WebhookVerificationError(
    'timestamp_outside_tolerance',
    `the delivery was signed ${off}; ${tolerance} are allowed. It may be a replay, or this machine's clock is wrong`,
  );
}
