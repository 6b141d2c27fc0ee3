import type { MessagePort } from 'node:worker_threads';
import { Database } from '@probity/persistence/database';
import type { DatabaseOptions } from '@probity/persistence/database-options';
import { type BacktestReport, type BacktestTask, runBacktest } from './run-backtest';

export interface ThreadTask {
  task: BacktestTask;
  access: DatabaseOptions;
  /** receives the progress */
  port: MessagePort;
}

/** Runs one backtest with a connection of its own; returns its result. */
export default async function run({ task, access, port }: ThreadTask): Promise<BacktestReport> {
  const database = await Database.open(access);
  try {
    return await runBacktest(database, task, (progress) => port.postMessage(progress));
  } finally {
    port.close();
    await database.close();
  }
}
