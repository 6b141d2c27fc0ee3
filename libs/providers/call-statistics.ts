import type { ProviderFailure } from './provider-api';

/** Enough for a p99 that does not depend on one request. */
const MAX_DURATIONS = 512;

/** Of the requests of this process since its start; repetitions are part of their request. */
export interface CallStatistics {
  requests: number;
  failures: number;
  last_success_at: string | null;
  last_failure: { at: string; why: ProviderFailure['why']; message: string } | null;
  /** of the newest requests that were sent; null before the first */
  p50_ms: number | null;
  p99_ms: number | null;
}

/** Counts the requests of one tenant to one provider. */
export class CallCounts {
  private requests = 0;
  private failures = 0;
  private lastSuccessAt: string | null = null;
  private lastFailure: CallStatistics['last_failure'] = null;
  private readonly durations: number[] = [];

  succeeded(at: Date, ms: number): void {
    this.requests++;
    this.lastSuccessAt = at.toISOString();
    this.keep(ms);
  }

  failed(at: Date, ms: number, { why, message }: ProviderFailure): void {
    this.requests++;
    this.failures++;
    this.lastFailure = { at: at.toISOString(), why, message };
    if (why !== 'circuit_open' && why !== 'overloaded') this.keep(ms);
  }

  now(): CallStatistics {
    const sorted = this.durations.toSorted((a, b) => a - b);
    const at = (share: number): number | null => sorted[Math.ceil(sorted.length * share) - 1] ?? null;
    return {
      requests: this.requests,
      failures: this.failures,
      last_success_at: this.lastSuccessAt,
      last_failure: this.lastFailure,
      p50_ms: at(0.5),
      p99_ms: at(0.99),
    };
  }

  private keep(ms: number): void {
    this.durations.push(Math.round(ms));
    if (this.durations.length > MAX_DURATIONS) this.durations.shift();
  }
}
