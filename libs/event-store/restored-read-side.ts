import { pause } from '@probity/platform/pause';
import { Repeatedly } from '@probity/platform/repeatedly';
import type { Projection } from './aggregate';
import type { Checkpoint, RecordedEvent } from './event-store';
import { type Followed, Projector } from './projector';
import { projectedUpTo, SavedCheckpoint } from './saved-checkpoint';

const SAVE_EVERY_MS = 5_000;
/** Without any progress. It is more than a projector needs to pass over a stream that cannot be projected. */
const MAX_TRIES = 10;
const AFTER_TROUBLE_MS = 1_000;
const LAST_POSITION = 9_223_372_036_854_775_807n;

/** All transactions with lower ids have ended: their events are projected, or will never be seen. */
const OLDEST_OPEN = 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS id';

/**
 * Projects what a read side lacks that was restored to an older state than the events, where both are in Postgres and an
 * append and its projection are one transaction. To know that, a running service saves in its own schema every few
 * seconds up to where the events are projected, and its next start projects the events after that.
 *
 * Not guaranteed: anything for a schema that was restored while its service ran, or to a state from before a version that
 * saves this. An object that is changed gets what it lacks in any case.
 */
export class RestoredReadSide {
  private readonly saved: SavedCheckpoint;
  private readonly saving: Repeatedly;
  private readonly projectors: Projector[];
  private readonly stopping = new AbortController();
  private last: Checkpoint | undefined;
  private tries = 0;

  constructor(
    service: string,
    projections: readonly Projection[],
    private readonly parts: Followed,
  ) {
    const { database, logger } = parts;
    this.projectors = projections.map((projection) => new Projector(projection, parts));
    this.saved = new SavedCheckpoint(database, projectedUpTo(service), `projection-${service}`);
    const failed = (err: unknown): void => logger.warn({ err }, 'what is projected cannot be saved now; retrying');
    this.saving = new Repeatedly(SAVE_EVERY_MS, () => this.save(), failed);
  }

  /** Call it before the service decides anything. @throws Error when the events cannot be read, or not be projected now */
  async catchUp(): Promise<void> {
    for (this.tries = 0; !this.stopping.signal.aborted;) {
      try {
        return await this.projectLater();
      } catch (err) {
        if (++this.tries === MAX_TRIES) throw err;
        this.parts.logger.warn({ err }, 'the events since the last stop cannot be projected now; retrying');
        await pause(AFTER_TROUBLE_MS, this.stopping.signal);
      }
    }
  }

  /** Call it after `catchUp`. */
  start(): void {
    this.saving.start();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.saving.stop();
    if (this.last !== undefined) await this.save();
  }

  private async projectLater(): Promise<void> {
    const { store, logger } = this.parts;
    const { signal } = this.stopping;
    const after = await this.saved.read();
    if (after !== undefined && !(await this.isOfThisServer(after))) {
      const advice = 'if a schema was restored alone, run "probity projections rebuild --all"';
      logger.warn({ after }, `the read side comes from another Postgres server and is taken for complete; ${advice}`);
    } else if (after !== undefined) {
      let looked = 0;
      for await (const { events, checkpoint } of store.readToEnd('', after, signal)) {
        await this.project(events);
        await this.saved.save(checkpoint);
        this.tries = 0;
        looked += events.length;
      }
      if (looked > 0) logger.info({ events: looked }, 'made sure that the last events are projected');
    }
    if (!signal.aborted) await this.save();
  }

  /** Tries all kinds of streams each time, so that the streams that fail are passed over after the same number of tries. */
  private async project(events: RecordedEvent[]): Promise<void> {
    const failed: unknown[] = [];
    for (const projector of this.projectors) await projector.project(events).catch((err: unknown) => failed.push(err));
    if (failed.length > 0) throw failed[0];
  }

  /** Each server counts its own transactions. */
  private async isOfThisServer(checkpoint: Checkpoint): Promise<boolean> {
    return BigInt(checkpoint.split(':')[0]!) < (await this.oldestOpen());
  }

  private async oldestOpen(): Promise<bigint> {
    const { rows } = await this.parts.database.query<{ id: string }>(OLDEST_OPEN);
    return BigInt(rows[0]!.id);
  }

  private async save(): Promise<void> {
    const checkpoint = `${(await this.oldestOpen()) - 1n}:${LAST_POSITION}`;
    if (checkpoint !== this.last) await this.saved.save(checkpoint);
    this.last = checkpoint;
  }
}
