import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReceivedRequest, ReceiverMessage } from './receiver-process';

/** Low ports of obsolete services. No program listens on them. */
const DEAD_PORTS = Array.from({ length: 200 }, (_, index) => index + 2);
const POLL_MS = 5;

/** A receiver of webhooks in its own process. */
export class BenchReceiver {
  /** number of requests that got a response so far; lags by some milliseconds */
  count = 0;
  private take: (requests: ReceivedRequest[]) => void = () => {};

  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {
    child.on('message', (message: ReceiverMessage) => {
      if ('count' in message) this.count = message.count;
      if ('requests' in message) this.take(message.requests);
    });
  }

  static async start(): Promise<BenchReceiver> {
    const child = fork(join(__dirname, 'receiver-process.js'), { serialization: 'advanced' });
    const [message] = (await once(child, 'message')) as [{ port: number }];
    return new BenchReceiver(child, message.port);
  }

  /** The address that responds to every request at once. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** The address that never responds. */
  get hangingUrl(): string {
    return `http://127.0.0.1:${this.port}/hang`;
  }

  /** Returns the requests since the last call, except requests to the address that never responds. */
  received(): Promise<ReceivedRequest[]> {
    return new Promise((resolve) => {
      this.take = resolve;
      this.child.send('take');
    });
  }

  /** Waits until the count exceeds `before` by `count`. Returns false if that takes longer than the limit. */
  async have(count: number, before: number, patienceMs: number): Promise<boolean> {
    const giveUpAt = performance.now() + patienceMs;
    while (this.count - before < count) {
      if (performance.now() > giveUpAt) return false;
      await delay(POLL_MS);
    }
    return true;
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.disconnect();
    await exited;
  }
}

/** Returns addresses that refuse connections. */
export async function refusingUrls(count: number): Promise<string[]> {
  const urls: string[] = [];
  for (const port of DEAD_PORTS) {
    if (urls.length === count) break;
    if (await isRefused(port)) urls.push(`http://127.0.0.1:${port}/hook`);
  }
  return urls;
}

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.on('connect', () => resolve((socket.destroy(), false)));
    socket.on('error', () => resolve(true));
  });
}
