import { raiseAlerts, type StoredAlert } from './alerts';
import type { BenchReceiver } from './bench-receiver';
import type { BenchProduct, BenchTenant } from './bench-product';
import { type Latencies, latenciesOf, summary } from './latencies';

const PATIENCE_MS = 30_000;

export interface AlertLatency {
  alerts: number;
  rate: number;
  /** from before the transaction that stores the alert to the request at the receiver */
  from_append_begun: Latencies;
  /** from the acknowledgement of that transaction's commit */
  from_commit_acknowledged: Latencies;
}

/** Raises alerts of one institution at a steady rate and measures the whole path from event store to receiver. */
export async function measureAlertLatency(
  product: BenchProduct,
  receiver: BenchReceiver,
  { id }: BenchTenant,
  rate: number,
  seconds: number,
): Promise<AlertLatency> {
  await receiver.received();
  const before = receiver.count;
  const alerts = await raiseAlerts(product.events, [id], rate, seconds);
  if (!(await receiver.have(alerts.length, before, PATIENCE_MS))) throw notAll(alerts, receiver.count - before);
  const received = await receiver.received();
  return {
    alerts: alerts.length,
    rate,
    from_append_begun: summary(latenciesOf(alerts, received, 'begun')),
    from_commit_acknowledged: summary(latenciesOf(alerts, received, 'acknowledged')),
  };
}

export const notAll = (alerts: StoredAlert[], came: number): Error =>
  new Error(`only ${came} of ${alerts.length} alerts reached the receiver within ${PATIENCE_MS / 1000} s`);
