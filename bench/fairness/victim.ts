import { randomUUID } from 'node:crypto';
import type { Api } from '../../testing/api';
import { type Latencies, summary } from '../webhooks/latencies';
import { atRate } from './posting-tenant';

const READS_PER_SECOND = 20;
const POSTINGS_PER_SECOND = 20;

/** What a tenant saw. */
export interface Seen {
  reads: Latencies;
  postings: Latencies;
  /** requests without the expected response */
  failed: number;
}

/** A tenant that does nothing unusual: it posts, and reads its account. */
export class Victim {
  private constructor(
    private readonly slug: string,
    private readonly ledgerId: string,
    private readonly accounts: [string, string],
  ) {}

  static async prepare(api: Api, slug: string, currency: string): Promise<Victim> {
    const ledger = await api.post(`/tenants/${slug}/ledgers`, { name: 'Book', currency });
    const ledgerId = ledger.body.data.id as string;
    const open = async (code: string, account_type: string): Promise<string> =>
      (await api.post(`/tenants/${slug}/ledgers/${ledgerId}/accounts`, { code, name: code, account_type })).body
        .id as string;
    return new Victim(slug, ledgerId, [await open('1000', 'asset'), await open('2000', 'liability')]);
  }

  /** @param api of the process that runs now */
  async measure(api: Api, currency: string, seconds: number): Promise<Seen> {
    const [reads, postings]: [number[], number[]] = [[], []];
    let failed = 0;
    const timed = async (into: number[], expected: number, send: () => Promise<{ status: number }>): Promise<void> => {
      const started = performance.now();
      const { status } = await send().catch(() => ({ status: 0 }));
      into.push(performance.now() - started);
      if (status !== expected) failed++;
    };
    const { slug, ledgerId, accounts } = this;
    const read = () => api.get(`/tenants/${slug}/ledgers/${ledgerId}/transactions?limit=5`);
    const post = () =>
      api.post(`/tenants/${slug}/postings`, {
        ledger_id: ledgerId,
        currency,
        idempotency_key: randomUUID(),
        entries: [
          { account_id: accounts[0], debit: '100' },
          { account_id: accounts[1], credit: '100' },
        ],
      });
    await Promise.all([
      atRate(READS_PER_SECOND, seconds, () => timed(reads, 200, read)),
      atRate(POSTINGS_PER_SECOND, seconds, () => timed(postings, 201, post)),
    ]);
    return { reads: summary(reads), postings: summary(postings), failed };
  }
}
