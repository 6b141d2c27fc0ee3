import type { MessagePort } from 'node:worker_threads';
import type { BacktestProgress } from '@probity/contracts/monitoring-rules/views';
import { Database, type DatabaseOptions } from '@probity/persistence/database';
import { type BacktestTask, runBacktest } from './run-backtest';

export interface ThreadTask {
  task: BacktestTask;
  access: DatabaseOptions;
  /** receives the progress */
  port: MessagePort;
}

/** Runs one backtest with a connection of its own; returns its result. */
export default async function run({ task, access, port }: ThreadTask): Promise<BacktestProgress> {
  const database = await Database.open(access);
  try {
    let last: BacktestProgress | undefined;
    for await (const progress of runBacktest(database, task)) {
      last = progress;
      if (!progress.done) port.postMessage(progress);
    }
    return last!;
  } finally {
    port.close();
    await database.close();
  }
}
