import type { PostingRequest } from '@probity/contracts/ledger/commands';
import type { PostedEntry, PostingPayload } from '@probity/contracts/ledger/events';
import { MAX_DESCRIPTION, MAX_IDEMPOTENCY_KEY, MAX_NARRATION, MAX_REFERENCE } from '@probity/contracts/ledger/limits';
import { MAX_AMOUNT_DIGITS } from '@probity/ledger-verification/transaction-checks';
import { invalid } from '@probity/platform/errors';
import { freeFormProblem } from '@probity/platform/free-form-json';
import { isLongerThan, textProblem } from '@probity/platform/text';

const TEXT_LIMITS = {
  description: MAX_DESCRIPTION,
  reference: MAX_REFERENCE,
  idempotency_key: MAX_IDEMPOTENCY_KEY,
  narration: MAX_NARRATION,
} as const;

/**
 * Runs all checks that need no stored data. Returns the posting in the form that is hashed: with canonical amounts
 * and without absent optional fields.
 *
 * @throws Refusal `invalid`, naming the field
 */
export function checkPosting(request: PostingRequest): PostingPayload {
  if (request.entries.length < 2) {
    throw invalid('too_few_entries', 'entries must have at least two lines: a debit and a credit');
  }
  const seen = new Set<string>();
  let debits = 0n;
  let credits = 0n;
  const entries = request.entries.map((entry, index): PostedEntry => {
    const path = `entries[${index}]`;
    const account_id = entry.account_id.toLowerCase();
    if (seen.has(account_id)) {
      throw invalid('duplicate_account', `${path}.account_id ${account_id} appears in more than one entry`);
    }
    seen.add(account_id);

    const debit = optional(entry.debit);
    const credit = optional(entry.credit);
    if ((debit === undefined) === (credit === undefined)) {
      throw invalid('debit_or_credit', `${path} must have exactly one of debit and credit`);
    }
    const description = checkedText(entry.description, `${path}.description`, TEXT_LIMITS.description);
    const base = description === undefined ? { account_id } : { account_id, description };
    if (debit !== undefined) {
      const amount = parseAmount(debit, `${path}.debit`);
      debits += amount;
      return { ...base, debit: String(amount) };
    }
    const amount = parseAmount(credit!, `${path}.credit`);
    credits += amount;
    return { ...base, credit: String(amount) };
  });
  if (debits !== credits) {
    throw invalid('unbalanced', `entries do not balance: debits are ${debits} and credits are ${credits}`);
  }

  const payload: PostingPayload = {
    ledger_id: request.ledger_id.toLowerCase(),
    currency: request.currency,
    entries,
  };
  for (const field of Object.keys(TEXT_LIMITS) as (keyof typeof TEXT_LIMITS)[]) {
    const value = checkedText(request[field], field, TEXT_LIMITS[field]);
    if (value !== undefined) payload[field] = value;
  }
  if (payload.idempotency_key === '') throw invalid('bad_idempotency_key', 'idempotency_key must not be empty');
  const metadata = optional(request.metadata);
  if (metadata !== undefined) {
    const problem = freeFormProblem(metadata, 'metadata');
    if (problem) throw invalid('bad_metadata', problem);
    payload.metadata = metadata;
  }
  return payload;
}

/** An amount in minor units: decimal digits only, greater than zero; leading zeros are allowed. */
function parseAmount(text: string, path: string): bigint {
  if (typeof text !== 'string' || !/^[0-9]+$/.test(text)) {
    throw invalid('bad_amount', `${path} must be a string of decimal digits (minor units), such as "1250"`);
  }
  if (text.length > MAX_AMOUNT_DIGITS) {
    throw invalid('bad_amount', `${path} must have at most ${MAX_AMOUNT_DIGITS} digits`);
  }
  const amount = BigInt(text);
  if (amount === 0n) throw invalid('bad_amount', `${path} must be greater than zero`);
  return amount;
}

/** A field with the JSON value null counts as absent. */
function optional<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined;
}

function checkedText(value: string | null | undefined, path: string, limit: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (isLongerThan(limit, value)) throw invalid('too_long', `${path} must have at most ${limit} characters`);
  const problem = textProblem(value);
  if (problem) throw invalid('bad_text', `${path} ${problem}`);
  return value;
}
