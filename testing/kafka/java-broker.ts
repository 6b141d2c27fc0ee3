import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isReady } from './reachable';
import { serverProperties } from './broker-settings';
import { freePort } from './free-port';
import type { KafkaOnJava } from './kafka-on-java';

const FORMAT_TIMEOUT_MS = 60_000;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 30;
const LOG_LINES_SHOWN = 8;
const JVM = ['-Xmx384m', '-XX:+UseSerialGC', '-Djava.awt.headless=true'];
const QUIET = '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn';

/**
 * Becomes the program in its arguments, and leaves behind a watcher that kills it when standard input
 * ends. The parent process holds standard input, which ends with the parent however it ends. While the watcher
 * lives, no other program can get the process number, because it is also the number of their group; so a late
 * kill hits no other program.
 */
const UNTIL_INPUT_ENDS = 'exec 3<&0; (cat <&3 >/dev/null; kill -9 $$ 2>/dev/null) & exec "$@" </dev/null 3<&-';

/** A Kafka broker in a Java process of its own. It never outlives the process that started it. */
export class JavaBroker {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly programs: KafkaOnJava,
    private readonly folder: string,
    readonly port: number,
    private readonly controllerPort: number,
  ) {}

  /**
   * @param folder holds the data, the settings and the log; data of an earlier broker are used again
   * @throws Error that carries the end of the broker's log
   */
  static async start(programs: KafkaOnJava, folder: string, port: number): Promise<JavaBroker> {
    const broker = new JavaBroker(programs, folder, port, await freePort());
    mkdirSync(folder, { recursive: true });
    if (!existsSync(broker.data)) await broker.format();
    await broker.start();
    return broker;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  get log(): string {
    return join(this.folder, 'broker.log');
  }

  /** Resolves when the process has ended, whatever the reason. */
  async ended(): Promise<void> {
    const child = this.child;
    if (!child || hasEnded(child)) return;
    await new Promise<void>((resolve) => child.once('exit', () => resolve()));
  }

  /** Starts it (again), on the same port and data, and waits until it takes work. */
  async start(): Promise<void> {
    const child = this.spawn();
    const giveUpAt = Date.now() + START_TIMEOUT_MS;
    while (!(await isReady(this.address))) {
      if (hasEnded(child)) throw new Error(`the Kafka broker ended while it started:\n${this.endOfLog()}`);
      if (Date.now() > giveUpAt) {
        await this.kill();
        throw new Error(`the Kafka broker was not ready after ${START_TIMEOUT_MS / 1000} s:\n${this.endOfLog()}`);
      }
      await delay(POLL_MS);
    }
    // Another broker on this port must not be taken for this one.
    if (hasEnded(child)) throw new Error(`port ${this.port} is another broker's:\n${this.endOfLog()}`);
  }

  /** SIGKILL: what a crash leaves is on the disk. */
  async kill(): Promise<void> {
    const ended = this.ended();
    if (this.child && !hasEnded(this.child)) signal(-this.child.pid!, 'SIGKILL');
    await ended;
  }

  /** Lets it finish its work and end; kills it when that takes too long. */
  async stop(): Promise<void> {
    const ended = this.ended();
    if (this.child && !hasEnded(this.child)) signal(this.child.pid!, 'SIGTERM');
    const timer = setTimeout(() => void this.kill(), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  /** Makes the data folder, whole or not at all. */
  private async format(): Promise<void> {
    const draft = `${this.data}.new`;
    rmSync(draft, { recursive: true, force: true });
    const properties = this.writeProperties(draft);
    const clusterId = `--cluster-id=${randomBytes(16).toString('base64url')}`;
    await promisify(execFile)(
      this.programs.java,
      [...JVM, QUIET, '-cp', this.programs.classPath, 'kafka.tools.StorageTool', 'format', clusterId, '-c', properties],
      { timeout: FORMAT_TIMEOUT_MS },
    );
    renameSync(draft, this.data);
  }

  private writeProperties(data: string): string {
    const file = join(this.folder, 'server.properties');
    writeFileSync(file, serverProperties({ port: this.port, controllerPort: this.controllerPort, data }));
    return file;
  }

  private spawn(): ChildProcess {
    const properties = this.writeProperties(this.data);
    const command = [this.programs.java, ...JVM, QUIET, '-cp', this.programs.classPath, 'kafka.Kafka', properties];
    const log = openSync(this.log, 'a');
    const child = spawn('/bin/sh', ['-c', UNTIL_INPUT_ENDS, 'sh', ...command], {
      stdio: ['pipe', log, log],
      detached: true, // a group of its own, so that Ctrl-C reaches us alone
    });
    closeSync(log);
    child.once('exit', () => signal(-child.pid!, 'SIGKILL')); // the watcher has nothing left to watch
    this.child = child;
    return child;
  }

  private endOfLog(): string {
    const lines = readFileSync(this.log, 'utf8').trimEnd().split('\n');
    const tellingLines = lines.filter((line) => !/^\s+at /.test(line)); // not where in Kafka's code
    return tellingLines.slice(-LOG_LINES_SHOWN).join('\n');
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Signals one process, or a group with a negative number; does nothing if it has ended. For a group whose
 * processes have all ended, macOS reports EPERM.
 */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
