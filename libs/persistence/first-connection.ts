import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { sqlState } from './failures';

const GIVE_UP_AFTER_MS = 30_000;
const PAUSE_MS = 200;
/** cannot_connect_now (the server is starting) and too_many_connections (PostgreSQL documentation, appendix A) */
const COMES_LATER = ['57P03', '53300'];

/**
 * Opens the first connection of a pool. While the server starts, is full or does not respond in time, it tries again
 * for 30 seconds. Every other failure is final, also a refused connection: the address is probably wrong.
 *
 * @param failed gets the error of each try that is repeated
 * @throws the error of the last try
 */
export async function firstConnection(pool: Pool, failed: (error: Error) => void): Promise<PoolClient> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!mayComeLater(error as Error) || performance.now() > giveUpAt) throw error;
      failed(error as Error);
      await delay(PAUSE_MS);
    }
  }
}

function mayComeLater(error: Error): boolean {
  const state = sqlState(error);
  // The time-out of the driver has no code.
  return state === undefined ? /timeout/i.test(error.message) : COMES_LATER.includes(state);
}
