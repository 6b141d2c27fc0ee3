import { createHmac } from 'node:crypto';

/**
 * The HMAC-SHA-256, 32 bytes, of `<timestamp>.<raw body>`. The key is the whole secret, `whsec_`
 * included, as UTF-8; the timestamp is taken as it is written in the header.
 */
export function signature(rawBody: string | Uint8Array, secret: string, timestamp: string): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
}
