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
/** Turns off the optimizing compiler, which pays off only after minutes. */
const SHORT_LIVED = ['-XX:TieredStopAtLevel=1'];
const QUIET = '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn';

/**
 * A shell script that starts a watcher in the background and then turns into the program in its arguments. The
 * watcher kills the program when standard input ends. The parent process holds standard input open, so it ends
 * when the parent ends, for whatever reason. A late kill cannot hit another program: the process id is also the
 * id of their process group, so the system does not reuse it while the watcher runs.
 */
const UNTIL_INPUT_ENDS = 'exec 3<&0; (cat <&3 >/dev/null; kill -9 $$ 2>/dev/null) & exec "$@" </dev/null 3<&-';

/** A Kafka broker in its own Java process. It never outlives the process that started it. */
export class JavaBroker {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly programs: KafkaOnJava,
    private readonly folder: string,
    readonly port: number,
    private readonly controllerPort: number,
    private readonly jvm: string[],
    private readonly nodeId = 1,
    private readonly voters = [`1@127.0.0.1:${controllerPort}`],
    private readonly settings: Readonly<Record<string, string>> = {},
  ) {}

  /**
   * @param folder holds the data, the settings and the log; data of an earlier broker is reused
   * @param isShortLived uses less CPU in the first minutes but makes the broker slower later
   * @param settings in addition to BROKER_SETTINGS
   * @throws Error with the end of the broker's log
   */
  static async start(
    programs: KafkaOnJava,
    folder: string,
    port: number,
    isShortLived = false,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<JavaBroker> {
    const jvm = isShortLived ? [...JVM, ...SHORT_LIVED] : JVM;
    const broker = new JavaBroker(programs, folder, port, await freePort(), jvm, undefined, undefined, settings);
    mkdirSync(folder, { recursive: true });
    if (!existsSync(broker.data)) await broker.format();
    await broker.start();
    return broker;
  }

  /**
   * Starts the brokers of a cluster. Every broker has a copy of every partition.
   *
   * @param folder holds a folder for each broker
   */
  static async startCluster(programs: KafkaOnJava, folder: string, count: number): Promise<JavaBroker[]> {
    const controllerPorts = await Promise.all(Array.from({ length: count }, () => freePort()));
    const voters = controllerPorts.map((port, index) => `${index + 1}@127.0.0.1:${port}`);
    const clusterId = newClusterId();
    const brokers = await Promise.all(
      controllerPorts.map(async (controllerPort, index) => {
        const place = join(folder, `broker-${index + 1}`);
        mkdirSync(place, { recursive: true });
        const jvm = [...JVM, ...SHORT_LIVED];
        const broker = new JavaBroker(programs, place, await freePort(), controllerPort, jvm, index + 1, voters);
        await broker.format(clusterId);
        return broker;
      }),
    );
    await Promise.all(brokers.map((broker) => broker.start()));
    return brokers;
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

  /** Starts the broker, again if needed, on the same port with the same data. Waits until it is ready. */
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
    // The check above may have reached another broker on this port instead of this one.
    if (hasEnded(child)) throw new Error(`port ${this.port} is another broker's:\n${this.endOfLog()}`);
  }

  /** Sends SIGKILL. The data on disk is in the state that a crash leaves. */
  async kill(): Promise<void> {
    const ended = this.ended();
    if (this.child && !hasEnded(this.child)) signal(-this.child.pid!, 'SIGKILL');
    await ended;
  }

  /** Suspends the broker, as if its machine had stopped. Its connections stay open. */
  freeze(): void {
    signal(this.child!.pid!, 'SIGSTOP');
  }

  thaw(): void {
    signal(this.child!.pid!, 'SIGCONT');
  }

  /** Shuts the broker down cleanly, or kills it if that takes too long. */
  async stop(): Promise<void> {
    const ended = this.ended();
    if (this.child && !hasEnded(this.child)) signal(this.child.pid!, 'SIGTERM');
    const timer = setTimeout(() => void this.kill(), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  }

  /** The folder with the messages. */
  get data(): string {
    return join(this.folder, 'data');
  }

  /** Creates the data folder. A draft folder is renamed at the end, so that no partial data folder can exist. */
  private async format(id = newClusterId()): Promise<void> {
    const draft = `${this.data}.new`;
    rmSync(draft, { recursive: true, force: true });
    const properties = this.writeProperties(draft);
    await promisify(execFile)(
      this.programs.java,
      [
        ...JVM,
        ...SHORT_LIVED,
        QUIET,
        '-cp',
        this.programs.classPath,
        'kafka.tools.StorageTool',
        'format',
        `--cluster-id=${id}`,
        '-c',
        properties,
      ],
      { timeout: FORMAT_TIMEOUT_MS },
    );
    renameSync(draft, this.data);
  }

  private writeProperties(data: string): string {
    const file = join(this.folder, 'server.properties');
    const { port, controllerPort, nodeId, voters } = this;
    writeFileSync(file, serverProperties({ port, controllerPort, data, nodeId, voters }, this.settings));
    return file;
  }

  private spawn(): ChildProcess {
    const properties = this.writeProperties(this.data);
    const command = [this.programs.java, ...this.jvm, QUIET, '-cp', this.programs.classPath, 'kafka.Kafka', properties];
    const log = openSync(this.log, 'a');
    const child = spawn('/bin/sh', ['-c', UNTIL_INPUT_ENDS, 'sh', ...command], {
      stdio: ['pipe', log, log],
      detached: true, // a separate process group, so that Ctrl-C reaches only this process
    });
    closeSync(log);
    child.once('exit', () => signal(-child.pid!, 'SIGKILL')); // ends the watcher, which is in the same group
    this.child = child;
    return child;
  }

  private endOfLog(): string {
    const lines = readFileSync(this.log, 'utf8').trimEnd().split('\n');
    const tellingLines = lines.filter((line) => !/^\s+at /.test(line)); // omits stack traces
    return tellingLines.slice(-LOG_LINES_SHOWN).join('\n');
  }
}

const newClusterId = (): string => randomBytes(16).toString('base64url');

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Signals one process, or a process group if the number is negative. Does nothing if it has ended. macOS
 * reports EPERM for a group whose processes have all ended.
 */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
