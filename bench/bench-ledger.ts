import { Api } from '../testing/api';
import { raiseLimits } from '../testing/raise-limits';
import type { Demo } from '../testing/standalone-process';
import type { PostLoad } from './load';

export const ACCOUNTS = 1_000;

/** A ledger that receives the load. */
export interface BenchLedger {
  id: string;
  accounts: string[];
  path: string;
}

export const sampleLedger = (): BenchLedger => ({
  id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071',
  accounts: Array.from({ length: ACCOUNTS }, (_, n) => `019a2b3c-4d5e-7f60-8a1b-${String(n).padStart(12, '0')}`),
  path: '',
});

export async function prepareLedger(demo: Demo): Promise<BenchLedger> {
  await raiseLimits(demo, demo.tenant_slug);
  const api = new Api(demo.base_url, demo.api_key);
  const tenant = `/tenants/${demo.tenant_slug}`;
  const created = await api.post(`${tenant}/ledgers`, { name: 'Bench', currency: 'USD' });
  const id = created.body.data.id as string;
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, n) => {
      const body = { code: `bench-${n}`, name: `Account ${n}`, account_type: n % 2 === 0 ? 'asset' : 'liability' };
      const opened = await api.post(`${tenant}/ledgers/${id}/accounts`, body);
      if (opened.status !== 201) throw new Error(`account ${n}: ${JSON.stringify(opened.body)}`);
      return opened.body.id as string;
    }),
  );
  return { id, accounts, path: `${tenant}/postings` };
}

export function postingLoad(demo: Demo, ledger: BenchLedger): PostLoad {
  return {
    url: `${demo.base_url}${ledger.path}`,
    headers: { authorization: `Bearer ${demo.api_key}` },
    nextBody: bodies(ledger),
  };
}

/** Returns a source of two-entry postings. A fixed pseudo-random sequence chooses the two accounts. */
export function bodies({ id, accounts }: BenchLedger): () => string {
  const run = `${process.pid}-${Date.now()}`;
  let n = 0;
  return () => {
    n++;
    const from = (n * 7919) % ACCOUNTS;
    const to = (from + 1 + ((n * 104_729) % (ACCOUNTS - 1))) % ACCOUNTS;
    const amount = String(1 + (n % 1_000_000));
    return JSON.stringify({
      ledger_id: id,
      currency: 'USD',
      description: 'Card settlement',
      reference: `order-${n}`,
      idempotency_key: `bench-${run}-${n}`,
      entries: [
        { account_id: accounts[from], debit: amount },
        { account_id: accounts[to], credit: amount },
      ],
    });
  };
}

/** Returns the number of transactions of a ledger, by a binary search over offsets. */
export async function countTransactions(demo: Demo, ledgerId: string): Promise<number> {
  const api = new Api(demo.base_url, demo.api_key);
  const path = `/tenants/${demo.tenant_slug}/ledgers/${ledgerId}/transactions`;
  let low = 0; // an offset at which the list has a transaction, or 0
  let high = 1 << 30; // an offset past the end
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const page = await api.get(`${path}?limit=1&offset=${middle}`);
    if (page.body.data.length > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
