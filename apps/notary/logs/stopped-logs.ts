import { logStream } from '@probity/contracts/checkpoints/events';
import { shown } from '@probity/platform/shown';
import type { Contradictions } from '@probity/persistence/contradictions';
import type { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { Contradiction } from '../leaves/sort-out';

const MAX_PROBLEM = 500;
const READ = 'SELECT log, outside FROM notary.stopped_logs';
const COUNT = `
  SELECT count(*)::int AS count, min(log) AS first
  FROM (SELECT log FROM notary.stopped_logs UNION SELECT unnest($1::text[])) AS stopped`;
const STOP = `
  INSERT INTO notary.stopped_logs (log, stream, problem, stopped_at, outside) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (log) DO UPDATE SET stream = excluded.stream, problem = excluded.problem,
    outside = coalesce(excluded.outside, stopped_logs.outside)`;
const CONTINUE = 'DELETE FROM notary.stopped_logs WHERE log = ANY($1)';

/** Logs of which nothing is signed, because an event, or a copy outside, contradicts what was signed. The others go on. */
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

  /** The logs that have stopped, each with the target whose copy contradicts it; null when an event does. */
  async read(): Promise<Map<string, string | null>> {
    const { rows } = await this.database.query<{ log: string; outside: string | null }>(READ);
    this.stopped = new Set(rows.map(({ log }) => log));
    return new Map(rows.map(({ log, outside }) => [log, outside]));
  }

  /** Counts the logs that this process leaves out, and the other ones in the table. */
  async count(): Promise<{ count: number; first: string | null }> {
    const { rows } = await this.database.query<{ count: number; first: string | null }>(COUNT, [[...this.stopped]]);
    return rows[0]!;
  }

  /** Another process goes on. */
  end(): void {
    this.stopped = new Set();
  }

  /**
   * Resolves when it is stored. Operators get a notice.
   *
   * @param outside the target whose copy contradicts the log
   */
  async stop(log: string, why: Contradiction, outside?: string): Promise<void> {
    const [stream, problem] = [shown(why.stream), why.problem.slice(0, MAX_PROBLEM)];
    await this.database.query(STOP, [log, stream, problem, this.now(), outside]);
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
