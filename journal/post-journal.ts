import { call } from './api-calls';
import type { BookPosting } from './book';
import { toMinorUnits } from './decimal';
import type { OpenLedger } from './open-ledgers';
import type { OpenTenant } from './open-tenant';

export interface PostingCounts {
  posted: number;
  /** Number of postings that an earlier run had made; the API returned the existing transaction. */
  already_there: number;
}

/**
 * Posts everything. Ledgers are posted in parallel. Within a ledger, each posting waits for the previous
 * one, so that the hash chain has the order of the journal.
 */
export async function postLedgers(
  tenant: OpenTenant,
  ledgers: OpenLedger[],
  progress: (text: string) => void,
): Promise<PostingCounts> {
  const total = ledgers.reduce((sum, { postings }) => sum + postings.length, 0);
  const counts: PostingCounts = { posted: 0, already_there: 0 };
  await Promise.all(
    ledgers.map(async (ledger) => {
      for (const posting of ledger.postings) {
        const body = postingBody(ledger, posting);
        const { headers } = await call(tenant.api, 'POST', `/tenants/${tenant.slug}/postings`, 201, body);
        counts[headers.get('idempotent-replayed') === 'true' ? 'already_there' : 'posted'] += 1;
        progress(`posting ${counts.posted + counts.already_there} of ${total}`);
      }
    }),
  );
  return counts;
}

/** Positive amounts are debits, negative ones credits. */
export function postingBody(ledger: OpenLedger, posting: BookPosting): object {
  return {
    ledger_id: ledger.id,
    currency: ledger.currency,
    description: posting.description.slice(0, 2_000).toWellFormed(),
    ...(posting.code === '' ? {} : { reference: posting.code.slice(0, 255).toWellFormed() }),
    idempotency_key: posting.idempotencyKey,
    metadata: { date: posting.date },
    entries: posting.entries.map(({ account, amount }) => {
      const minor = toMinorUnits(amount, ledger.currencyDecimals);
      const account_id = ledger.accountIds.get(account)!;
      return minor > 0n ? { account_id, debit: String(minor) } : { account_id, credit: String(-minor) };
    }),
  };
}
