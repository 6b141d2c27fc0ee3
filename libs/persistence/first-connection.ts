import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { sqlState } from './failures';
import { ListeningTime } from './listening-time';

const CONNECT_TIMEOUT_MS = 2_500;
const PAUSE_MS = 200;
/**
 * A server that starts says so, and needs its time. A silent one may not exist: a start reports it within ten
 * seconds, although the last try begins late and takes its whole time-out.
 */
const GIVE_UP_AFTER_MS = { notYet: 30_000, silent: 6_000 };
/** cannot_connect_now (the server is starting) and too_many_connections (PostgreSQL documentation, appendix A) */
const NOT_YET = ['57P03', '53300'];

/**
 * Connects once, and closes the connection. Tries again while the server starts or is full, for 30 seconds, and while it
 * does not respond, for 8 seconds. Time in which this process was too busy to hear it does not count. Every other failure
 * is final, also a refused connection: the address may be wrong.
 *
 * @param failed gets the error of each try that is repeated
 * @throws the error of the last try
 */
export async function firstConnection(
  config: ClientConfig,
  failed: (error: Error) => void,
  connect: (config: ClientConfig) => Promise<void> = connectOnce,
): Promise<void> {
  const listening = new ListeningTime();
  try {
    for (;;) {
      try {
        return await connect({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
      } catch (error) {
        if (listening.ms >= patience(error as Error)) throw error;
        failed(error as Error);
        await delay(PAUSE_MS);
      }
    }
  } finally {
    listening.end();
  }
}

async function connectOnce(config: ClientConfig): Promise<void> {
  const client = new Client(config);
  client.on('error', () => {}); // the next connection finds out
  await client.connect();
  await client.end();
}

/** For how long the error is worth another try, in milliseconds of listening since the first one. */
function patience(error: Error): number {
  const state = sqlState(error);
  if (state !== undefined) return NOT_YET.includes(state) ? GIVE_UP_AFTER_MS.notYet : 0;
  return /timeout/i.test(error.message) ? GIVE_UP_AFTER_MS.silent : 0; // the time-out of the driver has no code
}
