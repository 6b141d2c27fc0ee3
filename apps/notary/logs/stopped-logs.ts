import { logStream } from '@probity/contracts/checkpoints/events';
import type { Contradictions } from '@probity/persistence/contradictions';
import type { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { Contradiction } from '../leaves/sort-out';

const READ = 'SELECT log FROM notary.stopped_logs';
const COUNT = 'SELECT count(*)::int AS count, min(log) AS first FROM notary.stopped_logs';
const STOP = `
  INSERT INTO notary.stopped_logs (log, stream, problem, stopped_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (log) DO UPDATE SET stream = excluded.stream, problem = excluded.problem`;
const CONTINUE = 'DELETE FROM notary.stopped_logs WHERE log = ANY($1)';

/** Logs of which nothing is signed, because an event contradicts what was signed before. The others go on. */
export class StoppedLogs {
  private stopped = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly contradictions: Contradictions,
    private readonly logger: Logger,
    private readonly now: Clock,
  ) {}

  has(log: string): boolean {
    return this.stopped.has(log);
  }

  async read(): Promise<Set<string>> {
    const { rows } = await this.database.query<{ log: string }>(READ);
    this.stopped = new Set(rows.map(({ log }) => log));
    return new Set(this.stopped);
  }

  async count(): Promise<{ count: number; first: string | null }> {
    return (await this.database.query<{ count: number; first: string | null }>(COUNT)).rows[0]!;
  }

  /** Resolves when it is stored. Operators get a notice. */
  async stop(log: string, { stream, problem }: Contradiction): Promise<void> {
    await this.database.query(STOP, [log, stream, problem.slice(0, 500), this.now()]);
    this.stopped.add(log);
    const error = new Error(`the log ${log} stopped: ${stream}: ${problem}`);
    this.logger.error({ log, stream, problem }, 'a log contradicts what was signed; nothing of it is signed any more');
    await this.contradictions.report(error, logStream(log), `of ${stream}: ${problem}`);
  }

  /** Takes all logs but these as stopped, until `read` or `proceed`. */
  onlyTry(logs: Set<string>): (log: string) => boolean {
    this.stopped = new Set();
    return (log) => !logs.has(log) || this.stopped.has(log);
  }

  /** The logs go on that did not stop again. */
  async proceed(tried: Set<string>): Promise<void> {
    const sound = [...tried].filter((log) => !this.stopped.has(log));
    if (sound.length === 0) return;
    await this.database.query(CONTINUE, [sound]);
    this.logger.info({ logs: sound }, 'logs that had stopped go on, because their events are as they were signed');
  }
}
