import type { AggregateStore } from '@probity/event-store/aggregate-store';
import { AppendRejected } from '@probity/event-store/event-store';
import { refusedInTransaction } from '@probity/event-store/refused-in-transaction';
import type { Sql } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { type ActingTrail, type ActionRecorded, actionsOf } from './recorded-actions';

/** An action to record. With an id, as that of an operation with an Idempotency-Key, it is done once. */
export type ActionToRecord = Omit<ActionRecorded, 'action_id' | 'recorded_at'> & { id?: string | undefined; at: Date };

/** How an action is carried out. */
export interface Carried {
  /** Reads whether the action is possible; false: there is nothing to do. It may throw a Refusal. */
  check: () => Promise<boolean>;
  /** Changes rows, in the transaction that stores the entry. Returns false, or throws a Refusal, if it changed nothing. */
  work: (sql: Sql) => Promise<boolean>;
}

/** Thrown to undo the append of an action that changed nothing. */
class NothingDone extends Error {}

/**
 * Carries actions out on objects that have no stream, and records each of them in an event. The event store has the
 * action before the rows show it.
 *
 * Guarantees: with events in Postgres, an action is done exactly if it is recorded.
 *
 * Not guaranteed: with EventStoreDB, that an action was done that was recorded just before its service crashed.
 */
export class Actions {
  private readonly aggregate;

  constructor(
    private readonly store: AggregateStore,
    trail: ActingTrail,
  ) {
    this.aggregate = actionsOf(trail);
  }

  /**
   * Returns the recorded action, which may be that of an earlier attempt; undefined when there was nothing to do.
   *
   * @throws Refusal of `check` and `work`, `outcome_unknown`
   */
  async perform({ id, at, ...action }: ActionToRecord, { check, work }: Carried): Promise<ActionRecorded | undefined> {
    const earlier = await this.earlier(id);
    if (earlier) return earlier;
    try {
      if (!(await check())) return await this.earlier(id);
    } catch (error) {
      // An attempt at the same time may have done it, so that it is no longer possible.
      const meanwhile = error instanceof Refusal ? await this.earlier(id) : undefined;
      if (meanwhile) return meanwhile;
      throw error;
    }
    return this.record({ action_id: id ?? newId(), ...action, recorded_at: at.toISOString() }, work);
  }

  private async record(data: ActionRecorded, work: Carried['work']): Promise<ActionRecorded | undefined> {
    const event = { id: data.action_id, type: 'ActionRecorded' as const, data };
    const before = async (sql: Sql, atomic: boolean): Promise<void> => {
      // The check found the action possible. Once its event is stored, it stays recorded.
      const isDone = atomic ? await work(sql) : await work(sql).catch(passRefusal);
      if (!isDone && atomic) throw new NothingDone();
    };
    try {
      const existing = await this.store.begin(this.aggregate, data.action_id, { events: [event], before });
      return existing ? recordedIn(existing.state) : data;
    } catch (error) {
      if (error instanceof AppendRejected && error.cause instanceof NothingDone) return this.earlier(data.action_id);
      return refusedInTransaction(error);
    }
  }

  private async earlier(id: string | undefined): Promise<ActionRecorded | undefined> {
    const loaded = id === undefined ? undefined : await this.store.load(this.aggregate, id);
    return loaded && recordedIn(loaded.state);
  }
}

type ActionState = { type: string; data: object };

const recordedIn = ({ type, data }: ActionState): ActionRecorded | undefined =>
  type === 'ActionRecorded' ? (data as ActionRecorded) : undefined;

function passRefusal(error: unknown): true {
  if (error instanceof Refusal) return true;
  throw error;
}
