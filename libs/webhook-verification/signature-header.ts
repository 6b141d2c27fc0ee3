import { WebhookVerificationError } from './webhook-verification-error';

export interface SignatureHeader {
  /** Unix seconds as the text in the header, because exactly these characters were signed */
  timestamp: string;
  /** one or more digests of 32 bytes */
  signatures: Buffer[];
}

const FORM = 't=<unix seconds>,v1=<64 hex digits>';
// Enough digits for any date, but few enough for an exact number.
const TIMESTAMP = /^\d{1,12}$/;
const DIGEST = /^[0-9a-f]{64}$/;

/**
 * Reads the header X-Service-Signature. It may have several `v1` digests; one of them must match. Names other than `t`
 * and `v1` are ignored.
 *
 * @param header the value from the HTTP server; several headers with this name are a list, or joined by commas
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
    throw malformed(`found ${timestamps.length} timestamps (t) instead of one`);
  }
  if (!TIMESTAMP.test(timestamp)) throw malformed('the timestamp (t) is not in unix seconds');
  if (digests.length === 0) throw malformed('the signature (v1) is missing');
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
