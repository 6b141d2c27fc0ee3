import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import { atRate, count, post, type PostingTenant, type Statuses } from './posting-tenant';

export interface NoisyTenant {
  origin: string;
  tenant: PostingTenant;
}

/** What the thread is asked to send. */
export interface Noise {
  perSecond: number;
  seconds: number;
}

const CONNECTIONS = 64;

/**
 * Sends the postings of the noisy tenant from a thread of its own, so that they do not delay the measurement. The
 * thread runs for the whole benchmark: starting it takes processor time, which must not count for a part of it.
 */
const { origin, tenant } = workerData as NoisyTenant;
const pool = new Pool(origin, { connections: CONNECTIONS });

async function run({ perSecond, seconds }: Noise): Promise<void> {
  const statuses: Statuses = {};
  await atRate(perSecond, seconds, async () => count(statuses, (await post(pool, tenant)).status));
  parentPort!.postMessage(statuses);
}

parentPort!.on('message', (noise: Noise) => void run(noise));
