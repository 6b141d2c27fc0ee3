import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = resolve(__dirname, '..', '..');
const DIST = existsSync(resolve(ROOT, 'dist')) ? resolve(ROOT, 'dist') : ROOT;
const MAIN = resolve(DIST, 'libs/event-store/eventstoredb/testing/stand-in/main.js');

/** A stand-in for an EventStoreDB server. It runs in its own process and keeps events in memory only. */
export class EventStoreStandIn {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(): Promise<EventStoreStandIn> {
    const child = spawn(process.execPath, [MAIN, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /esdb:\/\/\S+/.exec(line)?.[0];
      if (url) return new EventStoreStandIn(child, url);
    }
    throw new Error('the stand-in for EventStoreDB ended before it was ready');
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
  }
}
