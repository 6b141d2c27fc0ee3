import { shown } from '@probity/platform/shown';
import type { Contradictions } from '@probity/persistence/contradictions';
import type { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { SetAside } from '../leaves/sort-out';

/** Another program may write any number of streams. Those beyond are found again at their next event. */
const MAX_KEPT = 1_000;
const MAX_PROBLEM = 500;

const READ = 'SELECT stream FROM notary.stopped_streams';
const COUNT_OTHERS = 'SELECT count(*)::int AS count FROM notary.stopped_streams WHERE stream <> ALL($1)';
const STOP = `
  INSERT INTO notary.stopped_streams AS s (stream, log, revision, problem, stopped_at)
  SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM notary.stopped_streams) < ${MAX_KEPT}
  ON CONFLICT (stream) DO UPDATE SET revision = excluded.revision, problem = excluded.problem`;
const CONTINUE = 'DELETE FROM notary.stopped_streams WHERE stream = ANY($1)';

/**
 * Streams with an event that cannot be logged: another program wrote it, or it was damaged before it was signed. No log
 * gets later events of these streams. The logs go on with all other streams.
 *
 * A row alone keeps no stream from its log: each process has found itself why it leaves a stream out.
 */
export class StoppedStreams {
  private readonly stopped = new Map<string, SetAside>();
  private isActive = false;

  constructor(
    private readonly database: Database,
    private readonly contradictions: Contradictions,
    private readonly logger: Logger,
    private readonly now: Clock,
  ) {}

  has(stream: string): boolean {
    return this.stopped.has(stream);
  }

  /** Returns the streams to try: that this process or the table names, but not both. */
  async begin(): Promise<string[]> {
    const stored = await this.stored();
    this.isActive = true;
    const own = [...this.stopped.keys()];
    return [
      ...own.filter((stream) => !stored.has(stream)),
      ...[...stored].filter((stream) => !this.stopped.has(stream)),
    ];
  }

  /** Another process goes on. */
  end(): void {
    this.isActive = false;
  }

  /** Counts the streams that this process leaves out, and the other ones in the table. */
  async count(): Promise<number> {
    const own = this.isActive ? [...this.stopped.keys()] : [];
    const { rows } = await this.database.query<{ count: number }>(COUNT_OTHERS, [own]);
    return own.length + rows[0]!.count;
  }

  /** Stores again what the table lacks. Nothing of Probity removes a row while its stream is left out. */
  async agree(): Promise<void> {
    if (this.stopped.size === 0) return;
    const stored = await this.stored();
    for (const [stream, why] of this.stopped) if (!stored.has(stream)) await this.store(stream, why);
  }

  private async stored(): Promise<Set<string>> {
    const { rows } = await this.database.query<{ stream: string }>(READ);
    return new Set(rows.map(({ stream }) => stream));
  }

  /** Resolves when it is stored. Operators get a notice, and the log names each stream once. */
  async stop(stream: string, { problem: whole, ...of }: SetAside): Promise<void> {
    const why = { ...of, problem: whole.slice(0, MAX_PROBLEM) };
    await this.store(stream, why);
    if (this.stopped.has(stream)) return;
    if (this.stopped.size < MAX_KEPT) this.stopped.set(stream, why);
    const { problem, log, revision } = why;
    const error = new Error(`${shown(stream)} is in no log from event ${revision} on: ${problem}`);
    this.logger.error({ stream, log, revision, problem }, 'an event cannot be logged; its stream is set aside');
    await this.contradictions.report(error, stream, problem);
  }

  private async store(stream: string, { log, revision, problem }: SetAside): Promise<void> {
    // A forged event may have a revision that no stream reaches.
    const from = Number.isSafeInteger(revision) ? revision : Number.MAX_SAFE_INTEGER;
    await this.database.query(STOP, [stream, log, from, problem, this.now()]);
  }

  /** The stream is looked at again: forgets that it has stopped, until `stop` or `proceed`. */
  tryAgain(stream: string): void {
    this.stopped.delete(stream);
  }

  /** The streams go on that did not stop again. */
  async proceed(tried: string[]): Promise<void> {
    const sound = tried.filter((stream) => !this.stopped.has(stream));
    if (sound.length === 0) return;
    await this.database.query(CONTINUE, [sound]);
    this.logger.info({ streams: sound.map(shown) }, 'streams that were set aside are logged again');
  }
}
