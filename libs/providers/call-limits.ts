import {
  bulkhead,
  BulkheadRejectedError,
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  CountBreaker,
  DelegateBackoff,
  handleWhen,
  retry,
} from 'cockatiel';
import type { Clock } from '@probity/platform/clock';
import type { Deadline } from '@probity/targets/deadline';
import { type FailureReason, ProviderFailure } from './provider-api';

/** The first request and its repetitions. */
const MAX_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 100;

export interface CallLimitOptions {
  /** requests of one tenant to one provider at the same time */
  maxConcurrent: number;
  /** requests that wait for their turn; further ones fail at once */
  maxWaiting: number;
  /** how long an open circuit rejects requests before one of them tries the provider again */
  circuitOpenMs: number;
}

export const CALL_LIMITS: CallLimitOptions = { maxConcurrent: 128, maxWaiting: 128, circuitOpenMs: 10_000 };

/** Opens when at least half of the last 20 requests failed, and at least five did. */
const BREAKER = { threshold: 0.5, size: 20, minimumNumberOfCalls: 5 };

/** What the provider is responsible for. A rejected request or credential says nothing about its health. */
const UNHEALTHY: readonly FailureReason[] = [
  'timeout',
  'unreachable',
  'failed',
  'not_understood',
  'too_large',
  'overloaded',
];

/** A failure that may pass soon. */
export class TemporaryFailure extends ProviderFailure {
  constructor(
    why: FailureReason,
    message: string,
    /** as the provider asks; 0 when it does not */
    readonly retryAfterMs: number,
    options?: ErrorOptions,
  ) {
    super(why, message, options);
  }
}

export type Circuit = 'closed' | 'half_open' | 'open';

/** The limits of the requests of one tenant to one provider. */
export class CallLimits {
  private readonly slots: ReturnType<typeof bulkhead>;
  private readonly breaker: ReturnType<typeof circuitBreaker>;
  /** why the circuit is not closed; a failed try of a half-open circuit renews the message */
  private opened: { since: Date; message: string } | undefined;

  constructor(
    private readonly title: string,
    private readonly options: CallLimitOptions,
    now: Clock,
  ) {
    this.slots = bulkhead(options.maxConcurrent, options.maxWaiting);
    this.breaker = circuitBreaker(
      handleWhen((error) => error instanceof ProviderFailure && UNHEALTHY.includes(error.why)),
      { halfOpenAfter: options.circuitOpenMs, breaker: new CountBreaker(BREAKER) },
    );
    this.breaker.onBreak((reason) => {
      const message = 'error' in reason ? reason.error.message : 'unknown';
      this.opened = { since: this.opened?.since ?? now(), message };
    });
    this.breaker.onReset(() => (this.opened = undefined));
  }

  get circuit(): Circuit {
    if (this.breaker.state === CircuitState.Closed) return 'closed';
    return this.breaker.state === CircuitState.HalfOpen ? 'half_open' : 'open';
  }

  get running(): number {
    return this.options.maxConcurrent - this.slots.executionSlots;
  }

  get waiting(): number {
    return this.options.maxWaiting - this.slots.queueSlots;
  }

  /**
   * Makes an attempt within the limits, and repeats it after temporary failures while the deadline allows it.
   *
   * @throws ProviderFailure
   */
  run<T>(deadline: Deadline, attempt: () => Promise<T>): Promise<T> {
    let pause = 0;
    const mayPass = (error: Error): boolean => {
      if (!(error instanceof TemporaryFailure)) return false;
      if (this.circuit === 'open') return false;
      pause = Math.max(error.retryAfterMs, pauseMs(pause));
      return pause < deadline.remainingMs();
    };
    const repetition = retry(handleWhen(mayPass), {
      maxAttempts: MAX_ATTEMPTS - 1,
      backoff: new DelegateBackoff(() => pause),
    });
    let sent: Error | undefined;
    return repetition.execute(async () => {
      try {
        return await this.once(attempt);
      } catch (error) {
        // The circuit opened after an attempt of this run: that attempt is what failed, and it was sent.
        if (sent instanceof ProviderFailure && error instanceof ProviderFailure && error.why === 'circuit_open') {
          throw new ProviderFailure(sent.why, sent.message, { cause: error });
        }
        sent = error as Error;
        throw error;
      }
    });
  }

  /** Policies get no signal: a cancelled request that waits in cockatiel's queue would keep the next one waiting. */
  private async once<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await this.slots.execute(() => {
        // The others do not wait for the result of the request that tries the provider again.
        if (this.breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
        return this.breaker.execute(attempt);
      });
    } catch (error) {
      if (error instanceof BulkheadRejectedError) {
        throw new ProviderFailure('overloaded', `too many requests to ${this.title} are waiting`);
      }
      if (error instanceof BrokenCircuitError) {
        throw this.circuitOpen();
      }
      throw error;
    }
  }

  private circuitOpen(): ProviderFailure {
    const message = `${this.title} failed repeatedly; no request was sent`;
    if (!this.opened) return new ProviderFailure('circuit_open', message);
    const since = this.opened.since.toISOString();
    const cause = `The circuit is open since ${since}; the last failure: ${this.opened.message}`;
    return new ProviderFailure('circuit_open', `${message}. ${cause}`);
  }
}

/** Doubles, with chance, so that requests that failed together are not repeated together. */
const pauseMs = (before: number): number => Math.max(FIRST_PAUSE_MS, before * 2) * (0.5 + Math.random() / 2);
