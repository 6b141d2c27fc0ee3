import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Demo } from '../apps/standalone/demo/demo-tenant';

export type { Demo };

const ROOT = resolve(__dirname, '..');
const MAIN = resolve(ROOT, existsSync(resolve(ROOT, 'dist')) ? 'dist' : '.', 'apps/standalone/main.js');
const READY_TIMEOUT_MS = 240_000;
const MAX_CHUNKS = 1_000;
const PRINTED_AT_END = 2_000;
/** The options that `npm start` sets. */
const NODE_OPTIONS = ['--max-semi-space-size=32'];

/** Runs the whole product in its own process, as `npm start` does, on free ports. */
export class StandaloneProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly demo: Demo,
    readonly dataDirectory: string,
    private readonly output: () => string,
  ) {}

  /**
   * Starts the built product (dist/) and waits until it is ready.
   *
   * @param main the entry file of another version of the product, if not this version
   */
  static async start(
    dataDirectory: string,
    environment: NodeJS.ProcessEnv = {},
    main = MAIN,
  ): Promise<StandaloneProcess> {
    // These two variables are for the tests. The product gets them only if a test passes them explicitly.
    const { KAFKA_BROKERS: _brokers, EVENTSTORE_URL: _store, ...inherited } = process.env;
    const child = spawn(process.execPath, [...NODE_OPTIONS, main], {
      env: { ...inherited, PORT: '0', BACK_OFFICE_PORT: '0', PROBITY_DATA_DIR: dataDirectory, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    const keep = (chunk: Buffer): void => {
      if (chunks.push(chunk) > MAX_CHUNKS) chunks.splice(0, MAX_CHUNKS / 2);
    };
    const output = (): string => Buffer.concat(chunks).toString();
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);

    const giveUpAt = Date.now() + READY_TIMEOUT_MS;
    while (!output().includes('Probity is ready.')) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`it ended before it was ready:\n${output()}`);
      if (Date.now() > giveUpAt) throw new Error(`it was not ready in time:\n${output()}`);
      await delay(20);
    }
    const demo = JSON.parse(readFileSync(join(dataDirectory, 'demo.json'), 'utf8')) as Demo;
    return new StandaloneProcess(child, demo, dataDirectory, output);
  }

  /** The end of its output. */
  get printed(): string {
    return this.output();
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** The process id of the product's Postgres. */
  get postgresPid(): number {
    return Number(readFileSync(join(this.dataDirectory, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** Rejects with the end of its output when the process ends. */
  async ended(): Promise<never> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      await new Promise((done) => this.child.once('exit', done));
    }
    throw new Error(`the product ended:\n${this.printed.slice(-PRINTED_AT_END)}`);
  }

  /** Sends SIGTERM and returns the exit code. */
  async stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const exited = new Promise<number | null>((done) => this.child.once('exit', done));
    this.child.kill(signal);
    return exited;
  }
}
