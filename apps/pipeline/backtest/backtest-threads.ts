import { on } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { BacktestProgress } from '@probity/contracts/monitoring-rules/views';
import type { DatabaseOptions } from '@probity/persistence/database';
import { BACKTEST_THREAD } from '../thread-files';
import type { ThreadTask } from './backtest-thread';
import { Backtests } from './backtests';
import type { BacktestTask } from './run-backtest';

/** Of the JavaScript heap of a thread. A backtest keeps one customer's windows and some examples. */
const MAX_HEAP_MB = 512;
/** A backtest gets the processor time that requests and events leave. */
const NICE = 10;
const IDLE_MS = 10_000;
/** A statement of a backtest that takes longer ends it. */
const QUERY_TIMEOUT_MS = 60_000;

/** Runs each backtest in a worker thread with a connection of its own. */
export class BacktestThreads extends Backtests {
  private pool: Piscina | undefined;

  constructor(private readonly access: DatabaseOptions) {
    super();
  }

  async *run(task: BacktestTask): AsyncGenerator<BacktestProgress> {
    const { port1, port2 } = new MessageChannel();
    const over = new AbortController();
    const access = { ...this.access, poolSize: 1, queryTimeoutMs: QUERY_TIMEOUT_MS };
    const ended = new AbortController();
    const progress = on(port1, 'message', { signal: ended.signal });
    const threadTask: ThreadTask = { task, access, port: port2 };
    const result = this.threads().run(threadTask, { signal: over.signal, transferList: [port2] });
    result.catch(() => {}).finally(() => ended.abort());
    try {
      for (;;) {
        const next = await progress.next().catch(() => undefined); // the thread has ended
        if (!next || next.done) break;
        yield (next.value as [BacktestProgress])[0];
      }
      yield (await result) as BacktestProgress;
    } finally {
      over.abort();
      port1.close();
    }
  }

  /** Ends the backtests in progress. */
  async stop(): Promise<void> {
    await this.pool?.destroy();
  }

  private threads(): Piscina {
    return (this.pool ??= new Piscina({
      filename: BACKTEST_THREAD,
      minThreads: 0,
      maxThreads: 2,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      niceIncrement: NICE,
      atomics: 'disabled', // the thread waits for the database
    }));
  }
}
