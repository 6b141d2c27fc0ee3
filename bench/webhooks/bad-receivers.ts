import { inParallel } from '../../tests/crash/in-parallel';
import { round, say } from '../report';
import { type StoredAlert, raiseAlerts } from './alerts';
import { type BenchReceiver, refusingUrls } from './bench-receiver';
import type { BenchEndpoint, BenchProduct, BenchTenant } from './bench-product';
import { type Latencies, latenciesOf, summary } from './latencies';

const HEALTHY = 80;
const HANGING = 10;
const REFUSING = 10;
const PATIENCE_MS = 30_000;
/** The first seconds of a phase do not count: connections are opened, and deleted endpoints are cleaned up. */
const UNCOUNTED_SECONDS = 2;
const WINDOW_SECONDS = 2;
const IN_PARALLEL = 8;

export interface BadReceivers {
  endpoints: { healthy: number; hang: number; refuse: number };
  alerts_per_second_and_endpoint: number;
  seconds_of_each_phase: number;
  seconds_of_each_window: number;
  phases: string;
  healthy_without_the_others: HealthyLatencies;
  healthy_beside_the_others: HealthyLatencies;
  ratios: {
    p50: number;
    p99: number;
    /** ratio of the medians over windows; a stall of the machine in one window does not affect a median */
    p99_of_a_window: number;
  };
}

interface HealthyLatencies extends Latencies {
  /** the median of the p99 of each window */
  p99_of_a_window_ms: number;
  /** of storing an alert alone: shows the state of the machine and its disk during the phase */
  append_p99_ms: number;
}

/** Latencies of the alerts that were stored within the same few seconds. */
interface Window {
  requests: number[];
  appends: number[];
}

/**
 * Measures 80 endpoints of 80 institutions at a steady rate. Every second phase adds 20 bad endpoints: 10 never
 * respond, and 10 refuse the connection. At the end of the phase, the bad endpoints and their pending deliveries
 * are deleted.
 */
export async function measureBadReceivers(
  product: BenchProduct,
  receiver: BenchReceiver,
  { rate, seconds, pairs }: { rate: number; seconds: number; pairs: number },
): Promise<BadReceivers> {
  const tenants = await product.newTenants(HEALTHY + HANGING + REFUSING);
  const healthy = tenants.slice(0, HEALTHY);
  const bad = tenants.slice(HEALTHY);
  const badUrls = [...new Array<string>(HANGING).fill(receiver.hangingUrl), ...(await refusingUrls(REFUSING))];
  await inParallel(healthy, IN_PARALLEL, (tenant) => product.newEndpoint(tenant, receiver.url));

  const phase = (active: BenchTenant[]) => measurePhase(product, receiver, healthy, active, rate, seconds);
  const [without, beside]: [Window[], Window[]] = [[], []];
  for (let pair = 1; pair <= pairs; pair++) {
    say(`pair ${pair} of ${pairs}: without bad receivers`);
    without.push(...(await phase(healthy)));
    say(`pair ${pair} of ${pairs}: beside bad receivers`);
    const endpoints: [BenchTenant, BenchEndpoint][] = [];
    for (const [n, tenant] of bad.entries()) endpoints.push([tenant, await product.newEndpoint(tenant, badUrls[n]!)]);
    beside.push(...(await phase(tenants)));
    await Promise.all(endpoints.map(([tenant, endpoint]) => product.deleteEndpoint(tenant, endpoint)));
  }

  const [alone, together] = [ofWindows(without), ofWindows(beside)];
  return {
    endpoints: { healthy: HEALTHY, hang: HANGING, refuse: REFUSING },
    alerts_per_second_and_endpoint: rate,
    seconds_of_each_phase: seconds,
    seconds_of_each_window: WINDOW_SECONDS,
    phases: new Array<string>(pairs).fill('without, beside').join(', '),
    healthy_without_the_others: alone,
    healthy_beside_the_others: together,
    ratios: {
      p50: round(together.p50_ms / alone.p50_ms),
      p99: round(together.p99_ms / alone.p99_ms),
      p99_of_a_window: round(together.p99_of_a_window_ms / alone.p99_of_a_window_ms),
    },
  };
}

function ofWindows(windows: Window[]): HealthyLatencies {
  const p99s = windows.map(({ requests }) => summary(requests).p99_ms);
  return {
    ...summary(windows.flatMap(({ requests }) => requests)),
    p99_of_a_window_ms: summary(p99s).p50_ms,
    append_p99_ms: summary(windows.flatMap(({ appends }) => appends)).p99_ms,
  };
}

/** Returns the latencies of healthy endpoints by window, from before an alert is stored to the webhook request. */
async function measurePhase(
  product: BenchProduct,
  receiver: BenchReceiver,
  healthy: BenchTenant[],
  active: BenchTenant[],
  rate: number,
  seconds: number,
): Promise<Window[]> {
  await receiver.received();
  const before = receiver.count;
  const ids = active.map(({ id }) => id);
  const alerts = await raiseAlerts(product.events, ids, rate * ids.length, seconds);
  const wanted = new Set(healthy.map(({ id }) => id));
  const ofHealthy = alerts.filter(({ tenant_id }) => wanted.has(tenant_id));
  if (!(await receiver.have(ofHealthy.length, before, PATIENCE_MS))) {
    const came = receiver.count - before;
    throw new Error(`only ${came} of ${ofHealthy.length} alerts of healthy endpoints arrived in time`);
  }
  const received = await receiver.received();
  return windowsOf(ofHealthy).map((window) => ({
    requests: latenciesOf(window, received, 'begun'),
    appends: window.map(({ begun, acknowledged }) => acknowledged - begun),
  }));
}

function windowsOf(alerts: StoredAlert[]): StoredAlert[][] {
  const from = alerts[0]!.begun + UNCOUNTED_SECONDS * 1000;
  const windows = new Map<number, StoredAlert[]>();
  for (const alert of alerts) {
    const window = Math.floor((alert.begun - from) / (WINDOW_SECONDS * 1000));
    if (window >= 0) windows.set(window, [...(windows.get(window) ?? []), alert]);
  }
  return [...windows.values()];
}
