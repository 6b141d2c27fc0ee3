import type { StoredAlert } from './alerts';
import type { ReceivedRequest } from './receiver-process';

export interface Latencies {
  samples: number;
  p50_ms: number;
  p99_ms: number;
  max_ms: number;
}

/** Returns the milliseconds from `since` to the first request that reports each alert. */
export function latenciesOf(
  alerts: StoredAlert[],
  received: ReceivedRequest[],
  since: 'begun' | 'acknowledged',
): number[] {
  const first = new Map<string, number>();
  for (const { event_id, at } of received) if (!first.has(event_id)) first.set(event_id, at);
  return alerts.flatMap((alert) => {
    const at = first.get(alert.event_id);
    return at === undefined ? [] : [at - alert[since]];
  });
}

export function summary(latencies: number[]): Latencies {
  const sorted = Float64Array.from(latencies).sort();
  return {
    samples: sorted.length,
    p50_ms: at(sorted, 0.5),
    p99_ms: at(sorted, 0.99),
    max_ms: at(sorted, 1),
  };
}

/** Returns a quantile, such as the median for the part 0.5. */
function at(sorted: Float64Array, part: number): number {
  const value = sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? NaN;
  return Math.round(value * 10) / 10;
}
