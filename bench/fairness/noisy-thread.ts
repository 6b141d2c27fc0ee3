import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import { atRate, count, post, type PostingTenant, type Statuses } from './posting-tenant';

export interface NoisyLoad {
  origin: string;
  tenant: PostingTenant;
  perSecond: number;
  seconds: number;
}

const CONNECTIONS = 64;

/** Sends the postings of the noisy tenant from a thread of its own, so that they do not delay the measurement. */
async function run({ origin, tenant, perSecond, seconds }: NoisyLoad): Promise<void> {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const statuses: Statuses = {};
  await atRate(perSecond, seconds, async () => count(statuses, (await post(pool, tenant)).status));
  await pool.close();
  parentPort!.postMessage(statuses);
}

void run(workerData as NoisyLoad);
