import fc from 'fast-check';
import type { PostingRequest } from '@probity/contracts/ledger/commands';

/** A ledger with accounts to post between. */
export interface OpenLedger {
  id: string;
  currency: string;
  accounts: string[];
}

const MAX_LINES = 6;
/** 60 digits */
const LARGEST = 10n ** 60n - 1n;

/** U+0000 and lone surrogates cannot be stored. */
const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((one) => !one.includes('\0') && one.isWellFormed());
const value = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const name = text.filter((one) => one !== '__proto__');
const metadata = fc.dictionary(name, fc.oneof(value, fc.array(value), fc.dictionary(name, value)), {
  maxKeys: 8,
  noNullPrototype: true,
});
const amount = fc.oneof(fc.bigInt({ min: 1n, max: 1_000_000n }), fc.bigInt({ min: 1n, max: LARGEST }));

const posting = fc.record({
  ledger: fc.nat(),
  first: fc.nat(),
  debits: fc.array(amount, { minLength: 1, maxLength: MAX_LINES - 1 }),
  isMirrored: fc.boolean(),
  texts: fc.record({ description: text, reference: text, narration: text }, { requiredKeys: [] }),
  metadata: fc.option(metadata, { nil: undefined }),
});

/**
 * So many random balanced postings: in any of the ledgers, with two to six lines, amounts of up to 60 digits, texts in any
 * script and free-form metadata. The same seed has the same postings.
 */
export function randomPostings(ledgers: readonly OpenLedger[], count: number, seed: number): PostingRequest[] {
  return fc
    .sample(posting, { numRuns: count, seed })
    .map(({ ledger: nth, first, debits, isMirrored, texts, metadata }) => {
      const { id, currency, accounts } = ledgers[nth % ledgers.length]!;
      const account = (line: number): string => accounts[(first + line) % accounts.length]!;
      const [many, one] = isMirrored ? (['credit', 'debit'] as const) : (['debit', 'credit'] as const);
      const total = debits.reduce((sum, debit) => sum + debit, 0n);
      const lines = debits.map((debit, line) => ({ account_id: account(line), [many]: String(debit) }));
      const entries = [...lines, { account_id: account(debits.length), [one]: String(total) }];
      return { ledger_id: id, currency, ...texts, ...(metadata && { metadata }), entries };
    });
}

export const ACCOUNTS = MAX_LINES + 2;
