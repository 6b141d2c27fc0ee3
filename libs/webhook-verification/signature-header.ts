import { WebhookVerificationError } from './webhook-verification-error';

export interface SignatureHeader {
  /** unix seconds, as they are written: these characters were signed */
  timestamp: string;
  /** one or more, 32 bytes each */
  signatures: Buffer[];
}

const FORM = 't=<unix seconds>,v1=<64 hex digits>';
// A later year than any clock shows, and no loss of precision as a number.
const TIMESTAMP = /^\d{1,12}$/;
const DIGEST = /^[0-9a-f]{64}$/;

/**
 * Reads the header X-Service-Signature. There may be several `v1`, of which one has to match, and names
 * other than `t` and `v1`, which mean nothing here.
 *
 * @param header as the HTTP server gives it: several headers of the name as a list or joined by commas
 * @throws WebhookVerificationError `missing_signature` or `malformed_signature`
 */
export function readSignatureHeader(header: string | readonly string[] | undefined): SignatureHeader {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  if (text.trim() === '') {
    throw new WebhookVerificationError('missing_signature', 'the delivery has no header X-Service-Signature');
  }
  const timestamps: string[] = [];
  const digests: string[] = [];
  for (const item of text.split(',')) {
    const [name, value = ''] = parted(item.trim());
    if (name === 't') timestamps.push(value);
    if (name === 'v1') digests.push(value);
  }
  const [timestamp] = timestamps;
  if (timestamp === undefined || timestamps.length > 1) {
    throw malformed(`it has ${timestamps.length} timestamps (t) instead of one`);
  }
  if (!TIMESTAMP.test(timestamp)) throw malformed('its timestamp (t) is not in unix seconds');
  if (digests.length === 0) throw malformed('it has no signature (v1)');
  if (!digests.every((digest) => DIGEST.test(digest))) throw malformed('a signature (v1) is not 64 hex digits');
  return { timestamp, signatures: digests.map((digest) => Buffer.from(digest, 'hex')) };
}

function parted(item: string): [name: string, value?: string] {
  const equals = item.indexOf('=');
  return equals === -1 ? [item] : [item.slice(0, equals), item.slice(equals + 1)];
}

const malformed = (what: string): WebhookVerificationError =>
  new WebhookVerificationError(
    'malformed_signature',
    `the header X-Service-Signature must have the form ${FORM}: ${what}`,
  );
