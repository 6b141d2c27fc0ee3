import { MAX_IDEMPOTENCY_KEY } from '@probity/contracts/ledger/limits';
import { invalid } from '../errors';

const PLAIN_CHARACTER = '[!#-+\\--\\[\\]-~]';
const QUOTED_CHARACTER = '(?:[ !#-\\[\\]-~]|\\\\["\\\\])';
const PLAIN = new RegExp(`^${PLAIN_CHARACTER}+$`);
const QUOTED = new RegExp(`^"(${QUOTED_CHARACTER}*)"$`);

/** The pattern of the header for the API document. */
export const IDEMPOTENCY_KEY_PATTERN = `^(?:${PLAIN_CHARACTER}{1,${MAX_IDEMPOTENCY_KEY}}|"${QUOTED_CHARACTER}{1,${MAX_IDEMPOTENCY_KEY}}")$`;

/**
 * Reads the header `Idempotency-Key`: a string of RFC 8941 in quotes, as
 * draft-ietf-httpapi-idempotency-key-header requires, or the same key without quotes, as most clients send it.
 *
 * @returns undefined without the header
 * @throws Refusal `bad_idempotency_key`
 */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = [header].flat().join(', ');
  const key = PLAIN.test(text) ? text : QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1');
  if (key === undefined || key === '') throw bad(FORM);
  if (key.length > MAX_IDEMPOTENCY_KEY) {
    throw bad(`has ${key.length} characters; send 1 to ${MAX_IDEMPOTENCY_KEY}`);
  }
  return key;
}

/** Completes "the header Idempotency-Key …". */
const FORM =
  `must be 1 to ${MAX_IDEMPOTENCY_KEY} visible ASCII characters without , " and \\, or a key in double quotes, which can also ` +
  'have spaces and commas, and \\" and \\\\ for " and \\';

const bad = (problem: string) => invalid('bad_idempotency_key', `the header Idempotency-Key ${problem}`);
