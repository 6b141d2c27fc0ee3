import { invalid } from '@probity/platform/errors';
import { readIdempotencyKey } from '@probity/platform/idempotency/idempotency-key';

/**
 * The idempotency key of a posting, from the header `Idempotency-Key`, the field `idempotency_key`, or both.
 *
 * @throws Refusal `bad_idempotency_key` when the header is malformed, or differs from the field
 */
export function postingKey(header: string | string[] | undefined, field: string | undefined): string | undefined {
  const sent = readIdempotencyKey(header);
  if (sent !== undefined && field !== undefined && sent !== field) {
    throw invalid(
      'bad_idempotency_key',
      'the header Idempotency-Key differs from idempotency_key in the body; send one of them, or the same key in both',
    );
  }
  return sent ?? field;
}
