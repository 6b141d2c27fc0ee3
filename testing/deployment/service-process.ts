import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../kafka/free-port';

const ROOT = resolve(__dirname, '..', '..');
/** dist/, whether this file runs from its source or from dist/ itself. */
const DIST = existsSync(resolve(ROOT, 'dist')) ? resolve(ROOT, 'dist') : ROOT;
const READY_TIMEOUT_MS = 90_000;
/** The options that the Dockerfile sets. */
const NODE_OPTIONS = ['--max-semi-space-size=32'];
const MAX_CHUNKS = 1_000;

/** Runs one service in its own process, started with `node dist/apps/<app>/main.js`. */
export class ServiceProcess {
  private child: ChildProcess | undefined;
  private chunks: Buffer[] = [];

  private constructor(
    readonly app: string,
    readonly port: number,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Prepares a service without starting it. It gets a free port and keeps that port after a restart. */
  static async create(app: string, environment: NodeJS.ProcessEnv): Promise<ServiceProcess> {
    return new ServiceProcess(app, await freePort(), environment);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child!.pid!;
  }

  /** The end of the service's output, including the output before restarts. */
  get printed(): string {
    return Buffer.concat(this.chunks).toString();
  }

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts the service and waits until it is ready. */
  async start(): Promise<void> {
    this.spawn();
    const giveUpAt = Date.now() + READY_TIMEOUT_MS;
    while (!(await this.isReady())) {
      if (!this.isRunning) throw new Error(`${this.app} ended before it was ready:\n${this.printed}`);
      if (Date.now() > giveUpAt) throw new Error(`${this.app} was not ready in time:\n${this.printed}`);
      await delay(30);
    }
  }

  /** Starts the service without waiting until it is ready: without its dependencies it would not become ready. */
  spawn(): void {
    const child = spawn(process.execPath, [...NODE_OPTIONS, resolve(DIST, 'apps', this.app, 'main.js')], {
      env: { ...this.environment, PATH: process.env.PATH, PORT: String(this.port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer): void => {
      if (this.chunks.push(chunk) > MAX_CHUNKS) this.chunks.splice(0, MAX_CHUNKS / 2);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    this.child = child;
  }

  async isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(3_000) })).status === 200;
    } catch {
      return false;
    }
  }

  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.child;
    if (!child || !this.isRunning) return child?.exitCode ?? null;
    child.kill(signal);
    await once(child, 'exit');
    return child.exitCode;
  }
}
