import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { DatabaseOptions } from '@probity/persistence/database-options';
import { BACKTEST_THREAD } from '../thread-files';
import { BacktestRuns } from './backtest-runs';
import type { ThreadTask } from './backtest-thread';
import { MAX_AT_ONCE } from './backtest-worker';
import type { BacktestReport, BacktestTask, Coverage } from './run-backtest';

/** Of the JavaScript heap of a thread. A backtest keeps one customer's windows and some examples. */
const MAX_HEAP_MB = 512;
/** A backtest gets the processor time that requests and events leave. */
const NICE = 10;
const IDLE_MS = 10_000;
/** A statement of a backtest that takes longer ends it. */
const QUERY_TIMEOUT_MS = 60_000;

/** Runs each backtest in a worker thread with a connection of its own. */
export class BacktestThreads extends BacktestRuns {
  private pool: Piscina | undefined;

  constructor(private readonly access: DatabaseOptions) {
    super();
  }

  async run(task: BacktestTask, onProgress: (progress: Coverage) => void, over: AbortSignal): Promise<BacktestReport> {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', onProgress);
    const access = { ...this.access, poolSize: 1, queryTimeoutMs: QUERY_TIMEOUT_MS };
    const threadTask: ThreadTask = { task, access, port: port2 };
    try {
      return (await this.threads().run(threadTask, { signal: over, transferList: [port2] })) as BacktestReport;
    } finally {
      port1.close();
    }
  }

  /** Ends the threads. */
  async stop(): Promise<void> {
    await this.pool?.destroy();
  }

  private threads(): Piscina {
    return (this.pool ??= new Piscina({
      filename: BACKTEST_THREAD,
      minThreads: 0,
      maxThreads: MAX_AT_ONCE,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      niceIncrement: NICE,
      atomics: 'disabled', // the thread waits for the database
    }));
  }
}
