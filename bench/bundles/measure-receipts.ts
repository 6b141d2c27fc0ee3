import { setTimeout as delay } from 'node:timers/promises';
import type { Receipt } from '@probity/ledger-verification/receipt';
import { verifyReceipt } from '@probity/ledger-verification/verify-receipt';
import type { Database } from '@probity/persistence/database';
import type { Api } from '../../testing/api';
import { round } from '../report';

const RECEIPTS = 100;
const VERIFICATIONS = 1_000;
/** The first receipt waits until the nodes of the tree are stored. */
const NODES_WITHIN_MS = 300_000;

const AT = 'SELECT id FROM ledger.transactions WHERE ledger_id = $1 AND position = $2';

/** The size and the times of receipts of a ledger with so many transactions. */
export async function measureReceipts(
  database: Database,
  api: Api,
  tenantPath: string,
  { ledgerId, transactions }: { ledgerId: string; transactions: number },
): Promise<object> {
  const receiptAt = async (position: number): Promise<Receipt> => {
    const { rows } = await database.query<{ id: string }>(AT, [ledgerId, position]);
    const path = `${tenantPath}/postings/${rows[0]!.id}/receipt`;
    for (const limit = Date.now() + NODES_WITHIN_MS; ;) {
      const answer = await api.get<{ data: Receipt }>(path);
      if (answer.status === 200) return answer.body.data;
      if (Date.now() > limit) throw new Error(`${path} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
      await delay(1_000);
    }
  };
  await receiptAt(1);
  const receipts: (Receipt & { keys?: string[] })[] = [];
  const begun = performance.now();
  for (let n = 0; n < RECEIPTS; n++) receipts.push(await receiptAt(1 + Math.floor((n / RECEIPTS) * transactions)));
  const readMs = performance.now() - begun;

  const key = receipts[0]!.keys![0]!;
  for (let n = 0; n < VERIFICATIONS; n++) await verifyReceipt(receipts[n % RECEIPTS]!, key); // the just-in-time compiler
  const verifying = performance.now();
  for (let n = 0; n < VERIFICATIONS; n++) await verifyReceipt(receipts[n % RECEIPTS]!, key);
  const verifyMs = performance.now() - verifying;
  return {
    leaves: transactions,
    bytes_beyond_content: Math.max(...receipts.map(bytesBeyondContent)),
    verification_ms: round(verifyMs / VERIFICATIONS),
    read_ms: round(readMs / RECEIPTS),
  };
}

const bytesBeyondContent = ({ leaf, payload, proof }: Receipt): number =>
  Buffer.byteLength(JSON.stringify({ leaf, payload, proof })) - Buffer.byteLength(JSON.stringify(payload));
