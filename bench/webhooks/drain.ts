import { setTimeout as delay } from 'node:timers/promises';
import { round } from '../report';
import { insertBacklog } from './backlog';
import type { BenchReceiver } from './bench-receiver';
import type { BenchEndpoint, BenchProduct } from './bench-product';
import { monotonicMs } from './monotonic';

const PATIENCE_MS = 120_000;
const POLL_MS = 20;

export interface Drain {
  deliveries: number;
  seconds: number;
  /** deliveries per second, from the commit of the backlog to the last stored outcome */
  per_second: number;
  /** requests per second, from the first to the last request at the receiver */
  received_per_second: number;
  requests: number;
}

/** Makes all deliveries due at the same time and waits until each has succeeded. */
export async function drain(
  product: BenchProduct,
  receiver: BenchReceiver,
  endpoints: BenchEndpoint[],
  deliveries: number,
): Promise<Drain> {
  await receiver.received();
  const before = receiver.count;
  await insertBacklog(product.database, endpoints, deliveries);
  const begun = monotonicMs();
  if (!(await receiver.have(deliveries, before, PATIENCE_MS))) {
    const came = receiver.count - before;
    throw new Error(`only ${came} of ${deliveries} deliveries arrived within ${PATIENCE_MS / 1000} s`);
  }
  while ((await waiting(product, endpoints)) > 0) await delay(POLL_MS);
  const seconds = (monotonicMs() - begun) / 1000;
  const received = await receiver.received();
  const span = (received.at(-1)!.at - received[0]!.at) / 1000;
  return {
    deliveries,
    seconds: round(seconds),
    per_second: Math.round(deliveries / seconds),
    received_per_second: Math.round(received.length / span),
    requests: received.length,
  };
}

async function waiting({ database }: BenchProduct, endpoints: BenchEndpoint[]): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    'SELECT count(*) FROM webhooks.deliveries WHERE due_at IS NOT NULL AND endpoint_id = ANY($1)',
    [endpoints.map(({ id }) => id)],
  );
  return Number(rows[0]!.count);
}
