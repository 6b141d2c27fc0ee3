import { randomUUID } from 'node:crypto';
import type { Pool } from 'undici';

/** A tenant that can post: everything that its requests need, so that another thread can send them. */
export interface PostingTenant {
  slug: string;
  key: string;
  ledgerId: string;
  cash: string;
  funds: string;
}

/** Sends a posting. Returns the status of the response, and the milliseconds until it was complete. */
export async function post(pool: Pool, { slug, key, ledgerId, cash, funds }: PostingTenant) {
  const body = JSON.stringify({
    ledger_id: ledgerId,
    currency: 'USD',
    idempotency_key: randomUUID(),
    entries: [
      { account_id: cash, debit: '100' },
      { account_id: funds, credit: '100' },
    ],
  });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const started = performance.now();
  const response = await pool.request({ method: 'POST', path: `/api/v1/tenants/${slug}/postings`, headers, body });
  await response.body.dump();
  return { status: response.statusCode, ms: performance.now() - started };
}

/** Calls `send` at a steady rate, however long the responses take. Resolves when all of them have arrived. */
export async function atRate(perSecond: number, seconds: number, send: (n: number) => Promise<void>): Promise<void> {
  const total = Math.round(perSecond * seconds);
  const started = performance.now();
  const sent: Promise<void>[] = [];
  while (sent.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1_000) * perSecond) + 1);
    while (sent.length < due) sent.push(send(sent.length));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(sent);
}

/** How many responses had each status. */
export type Statuses = Record<number, number>;

export const count = (statuses: Statuses, status: number): void => {
  statuses[status] = (statuses[status] ?? 0) + 1;
};
