import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, openSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Logger } from '@probity/platform/logging';
import { AlreadyRunning } from '../already-running';
import { installServer, type ServerFiles } from './server-files';
import { openServerHome, type ServerHome } from './server-home';
import { forgetStranger, kill, serverOf } from './server-process';
import { handOver, type ServerUser, serverUser } from './server-user';

const SUPERUSER = 'probity';
const DATABASE = 'postgres';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 25;
const MAX_LOG_BYTES = 16 * 1024 * 1024;
/** An arbitrary number. The Probity process that holds this advisory lock is the only one on the data directory. */
const INSTANCE_LOCK = 7_762_490;

/** Differences from the server's defaults. No TCP: the server is reachable only through the socket in its folder. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  // A recycled file keeps the bytes of what was logged in it before, also of erased data.
  wal_recycle: 'off',
  // Each file is new, and filling it with zeros first would write everything twice: 4 % of the postings.
  wal_init_zero: 'off',
  wal_buffers: '16MB',
  // Prepared statements keep the plans for the first rows of a table until it is analysed. In a minute, it has thousands.
  autovacuum_naptime: '20s',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  log_min_messages: 'warning',
};

/**
 * A Postgres server that Probity starts for itself and reaches over a Unix socket. If the server dies, Probity starts
 * it again; committed data is kept.
 */
export class EmbeddedPostgres {
  private child: ChildProcess | undefined;
  private guard: Client | undefined;
  private stopping = false;

  private constructor(
    private readonly home: ServerHome,
    private readonly files: ServerFiles,
    private readonly user: ServerUser | undefined,
    private readonly password: string,
    private readonly dataDirectory: string,
    private readonly logger: Logger,
    private readonly onLost: (error: Error) => void,
  ) {}

  /**
   * @param onLost called when the server died and cannot be started again
   * @throws AlreadyRunning
   */
  static async start(
    dataDirectory: string,
    password: string,
    logger: Logger,
    onLost: (error: Error) => void,
  ): Promise<EmbeddedPostgres> {
    const user = serverUser();
    const home = openServerHome(dataDirectory, user);
    const files = installServer(home.path);
    const server = new EmbeddedPostgres(home, files, user, password, dataDirectory, logger, onLost);
    await server.stopOrphan();
    if (user) {
      handOver(home.path, user);
      if (!home.socket.startsWith(home.path)) handOver(home.socket, user);
    }
    if (!existsSync(home.data)) await server.initialise();
    await server.launch();
    return server;
  }

  /** The connection string of the superuser. */
  get url(): string {
    return `postgresql://${SUPERUSER}:${this.password}@${encodeURIComponent(this.home.socket)}/${DATABASE}`;
  }

  /** The process id of the server, for tests that kill it. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Stops the server, which closes its open connections. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.guard?.end().catch(() => {}); // it may have died with the server
    const child = this.child;
    if (!child || hasEnded(child)) return;
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGINT'); // Postgres' fast shutdown
    const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
  }

  /** Creates the database cluster, completely or not at all. */
  private async initialise(): Promise<void> {
    const draft = `${this.home.data}.new`;
    const passwordFile = join(this.home.path, 'password');
    rmSync(draft, { recursive: true, force: true });
    writeFileSync(passwordFile, this.password, { mode: 0o600 });
    try {
      if (this.user) handOver(this.home.path, this.user);
      await promisify(execFile)(
        this.files.initdb,
        [
          `--pgdata=${draft}`,
          `--username=${SUPERUSER}`,
          `--pwfile=${passwordFile}`,
          '--auth=scram-sha-256',
          '--encoding=UTF8',
          '--locale=C',
        ],
        { ...this.user, cwd: this.home.path, env: this.environment() },
      );
    } finally {
      unlinkSync(passwordFile);
    }
    renameSync(draft, this.home.data);
  }

  /** Starts the server and waits until it accepts connections. Retries while an earlier server is still ending. */
  private async launch(): Promise<void> {
    const giveUpAt = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const child = this.spawn();
      if (await this.becameReady(child, giveUpAt)) {
        this.child = child;
        await this.takeInstanceLock();
        if (!hasEnded(child)) {
          child.once('exit', (code, signal) => void this.restartAfter(code ?? signal));
          return;
        }
        await this.guard?.end().catch(() => {}); // the connection was to an earlier server
        this.guard = undefined;
      }
      if (Date.now() > giveUpAt) throw new Error(`the embedded Postgres did not start; see ${this.home.log}`);
      await delay(POLL_MS * 4);
    }
  }

  private spawn(): ChildProcess {
    if ((statSync(this.home.log, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) unlinkSync(this.home.log);
    const log = openSync(this.home.log, 'a', 0o600);
    const settings = Object.entries({
      ...SETTINGS,
      unix_socket_directories: this.home.socket,
      unix_socket_permissions: '0700',
    });
    const child = spawn(
      this.files.postgres,
      ['-D', this.home.data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...this.user,
        cwd: this.home.path,
        env: this.environment(),
        stdio: ['ignore', log, log],
        detached: true, // so that Ctrl-C reaches only Probity, which stops the server after its own work
      },
    );
    closeSync(log);
    child.on('error', (err) => this.logger.error({ err }, 'cannot run the embedded Postgres'));
    return child;
  }

  private async becameReady(child: ChildProcess, giveUpAt: number): Promise<boolean> {
    while (!hasEnded(child) && child.pid !== undefined) {
      if (await this.connects()) return true;
      if (Date.now() > giveUpAt) {
        child.kill('SIGQUIT');
        return false;
      }
      await delay(POLL_MS);
    }
    return false;
  }

  private async restartAfter(reason: number | string | null): Promise<void> {
    if (this.stopping) return;
    this.logger.error({ reason }, 'the embedded Postgres ended unexpectedly; starting it again');
    try {
      await this.launch();
      this.logger.info('the embedded Postgres is running again');
    } catch (error) {
      if (!this.stopping) this.onLost(error as Error);
    }
  }

  /** Stops a server whose Probity was killed. A server whose Probity still runs is not touched. */
  private async stopOrphan(): Promise<void> {
    const pid = serverOf(this.home.data);
    if (pid === undefined) return forgetStranger(this.home.data);
    await this.takeInstanceLock().catch((error: unknown) => {
      if (error instanceof AlreadyRunning) throw error; // any other error: the server is starting or stopping
    });
    await this.guard?.end().catch(() => {});
    this.guard = undefined;
    kill(pid, 'SIGINT');
    const quitAt = Date.now() + STOP_TIMEOUT_MS;
    while (serverOf(this.home.data) === pid) {
      if (Date.now() > quitAt + STOP_TIMEOUT_MS) {
        throw new Error(
          `a Postgres server of an earlier start (process ${pid}) does not end; end the process, then start again`,
        );
      }
      if (Date.now() > quitAt) kill(pid, 'SIGQUIT');
      await delay(POLL_MS);
    }
  }

  private async takeInstanceLock(): Promise<void> {
    const guard = this.client('probity-instance');
    guard.on('error', () => {}); // the lock is lost with the server and taken again with the next one
    await guard.connect();
    // The server may notice a moment late that the connection of a killed Probity is gone.
    for (let tries = 0; tries < 40; tries++) {
      const { rows } = await guard.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
        INSTANCE_LOCK,
      ]);
      if (rows[0]?.locked) {
        this.guard = guard;
        return;
      }
      await delay(POLL_MS);
    }
    await guard.end();
    throw new AlreadyRunning(this.dataDirectory);
  }

  private async connects(): Promise<boolean> {
    const client = this.client('probity-start');
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch {
      return false; // not ready yet
    } finally {
      await client.end().catch(() => {});
    }
  }

  private client(name: string): Client {
    return new Client({ connectionString: this.url, application_name: name, connectionTimeoutMillis: 2_000 });
  }

  private environment(): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' };
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;
