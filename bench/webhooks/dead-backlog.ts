import { round, say } from '../report';
import { measureAlertLatency } from './alert-latency';
import { insertBacklog, removeBacklog, tidy } from './backlog';
import { type BenchReceiver, refusingUrls } from './bench-receiver';
import type { BenchEndpoint, BenchProduct, BenchTenant } from './bench-product';
import { drain } from './drain';
import { type Latencies } from './latencies';

const HEALTHY = 8;
/** The share of the requested deliveries and seconds for each measurement, because there are many measurements. */
const PART = 0.5;
/** Several drains, because a single one can be a third faster or slower than the next under the same conditions. */
const DRAINS = 5;

interface Condition {
  /** one value per drain */
  deliveries_per_second: number[];
  alerts: Latencies;
}

export interface DeadBacklog {
  due_deliveries_of_the_dead_endpoint: number;
  still_due_afterwards: number;
  healthy_endpoints: number;
  without: Condition[];
  beside: Condition[];
  ratios: { deliveries_per_second: number; p50: number; p99: number };
}

/** Measures healthy endpoints before, beside and after a backlog of an endpoint that refuses every connection. */
export async function measureDeadBacklog(
  product: BenchProduct,
  receiver: BenchReceiver,
  options: { backlog: number; deliveries: number; rate: number; seconds: number },
): Promise<DeadBacklog> {
  const { backlog, rate } = options;
  const [deliveries, seconds] = [Math.ceil(options.deliveries * PART), options.seconds * PART];
  const [tenant, deadTenant] = (await product.newTenants(2)) as [BenchTenant, BenchTenant];
  const healthy: BenchEndpoint[] = [];
  const alertsOf = await product.newTenant();
  await product.newEndpoint(alertsOf, receiver.url);
  while (healthy.length < HEALTHY) healthy.push(await product.newEndpoint(tenant, receiver.url));
  const [deadUrl] = await refusingUrls(1);
  const dead = await product.newEndpoint(deadTenant, deadUrl!);

  const condition = async (): Promise<Condition> => {
    await tidy(product.database);
    // Measured before the drain, because the disk is still busy after a drain.
    const { from_append_begun } = await measureAlertLatency(product, receiver, alertsOf, rate, seconds);
    const rates: number[] = [];
    while (rates.length < DRAINS) {
      await tidy(product.database);
      rates.push((await drain(product, receiver, healthy, deliveries)).per_second);
    }
    return { deliveries_per_second: rates, alerts: from_append_begun };
  };

  say('healthy endpoints alone, not counted: code that has just started runs at less than half its speed');
  await condition();
  say('healthy endpoints alone');
  const without = [await condition()];
  say(`making ${backlog} due deliveries of a dead endpoint`);
  await insertBacklog(product.database, [dead], backlog);
  say('healthy endpoints beside them');
  const beside = [await condition(), await condition()];
  const left = await stillDue(product, dead);
  await product.deleteEndpoint(deadTenant, dead);
  await removeBacklog(product.database, dead);
  say('healthy endpoints alone again');
  without.push(await condition());

  return {
    due_deliveries_of_the_dead_endpoint: backlog,
    still_due_afterwards: left,
    healthy_endpoints: HEALTHY,
    without,
    beside,
    ratios: {
      deliveries_per_second: ratio(beside, without, ({ deliveries_per_second }) => deliveries_per_second),
      p50: ratio(beside, without, ({ alerts }) => [alerts.p50_ms]),
      p99: ratio(beside, without, ({ alerts }) => [alerts.p99_ms]),
    },
  };
}

/** Returns the ratio of the means. */
function ratio(beside: Condition[], without: Condition[], of: (condition: Condition) => number[]): number {
  const mean = (conditions: Condition[]): number => {
    const all = conditions.flatMap(of);
    return all.reduce((sum, one) => sum + one, 0) / all.length;
  };
  return round(mean(beside) / mean(without));
}

async function stillDue({ database }: BenchProduct, { id }: BenchEndpoint): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    'SELECT count(*) FROM webhooks.deliveries WHERE endpoint_id = $1 AND due_at IS NOT NULL',
    [id],
  );
  return Number(rows[0]!.count);
}
