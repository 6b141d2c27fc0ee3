import { createHmac } from 'node:crypto';

/**
 * Returns the HMAC-SHA-256 (32 bytes) of `<timestamp>.<raw body>`. The key is the whole secret in UTF-8, including
 * `whsec_`. The timestamp is the text in the header, without conversion.
 */
export function signature(rawBody: string | Uint8Array, secret: string, timestamp: string): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
}
