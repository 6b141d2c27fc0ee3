import { LRUCache } from 'lru-cache';
import type { Aggregate, DomainEvent } from '@probity/event-store/aggregate';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import { EventDamaged } from '@probity/event-store/damaged';
import { StreamCutOff } from '@probity/event-store/event-store';
import { Contradictions } from '@probity/persistence/contradictions';
import type { Database } from '@probity/persistence/database';
import { canonicalJson } from '@probity/platform/canonical-json';
import { grantSubject } from './grant-subject';

const MAX_KNOWN = 10_000;
const REPORT_MS = 3_600_000;

/** The message says which row is not what Probity wrote, and in what it differs. */
export class ForgedRow extends Error {
  constructor(kind: string, id: string, detail: string) {
    super(`the stored row of the ${kind} ${id} is not used: ${detail}`);
    this.name = 'ForgedRow';
  }
}

/** The object has events that the row does not reflect yet, or no more. */
export class RowBehind extends Error {
  constructor(kind: string, id: string) {
    super(`the stored row of the ${kind} ${id} is older than its events`);
    this.name = 'RowBehind';
  }
}

/**
 * Compares rows that decide how a secret is used with the events of their objects, which have MACs. So a row that was
 * inserted, changed or copied in the database is not used. Each version of a row is compared once.
 *
 * Not guaranteed: that a row which was set back to an earlier state of its own is noticed, unless rows must be the last
 * ones. A read side that is behind looks the same.
 */
export class AuthenticRows<State, Event extends DomainEvent> {
  private readonly known = new LRUCache<string, string>({ max: MAX_KNOWN });
  private readonly reports: Contradictions;

  /**
   * @param fieldsOf the fields of a row as the events say them
   * @param mustBeLast whether a row of which there are later events is not used
   */
  constructor(
    database: Database,
    private readonly store: AggregateStore,
    private readonly aggregate: Aggregate<State, Event>,
    private readonly fieldsOf: (state: State) => Record<string, unknown>,
    private readonly mustBeLast = false,
  ) {
    this.reports = new Contradictions(database, REPORT_MS);
  }

  /**
   * @param revision of the last event that the row reflects
   * @param row the fields of `fieldsOf`
   * @throws ForgedRow when the row differs from the events, or these were deleted or changed; operators get a notice
   * @throws RowBehind when rows must be the last ones and this one is not
   */
  async check(id: string, revision: number, row: Record<string, unknown>): Promise<void> {
    const text = canonicalJson({ revision, ...row });
    if (this.known.get(id) === text) return;
    const detail = await this.differenceOf(id, revision, row);
    if (detail !== undefined) throw await this.reported(id, detail);
    this.known.set(id, text);
  }

  /** Reports the row to operators. Returns the error for the caller. */
  async reported(id: string, detail: string): Promise<ForgedRow> {
    const kind = this.aggregate.name;
    const error = new ForgedRow(kind, id, detail);
    await this.reports.report(error, grantSubject(kind.replaceAll(' ', '_'), id), detail);
    return error;
  }

  private async differenceOf(id: string, revision: number, row: Record<string, unknown>): Promise<string | undefined> {
    let state: State | undefined;
    try {
      state = await (this.mustBeLast ? this.last(id, revision) : this.stateAt(id, revision));
    } catch (error) {
      const isDifference =
        error instanceof EventDamaged || error instanceof StreamCutOff || error instanceof EventsEndBefore;
      if (!isDifference) throw error;
      return error.message;
    }
    if (state === undefined) return 'no event has it';
    const said = this.fieldsOf(state);
    const wrong = Object.keys(said).filter((field) => canonicalJson(row[field]) !== canonicalJson(said[field]));
    return wrong.length === 0 ? undefined : `its events say otherwise: ${wrong.join(', ')}`;
  }

  private async stateAt(id: string, revision: number): Promise<State | undefined> {
    let state: State | undefined;
    for await (const event of this.store.history(this.aggregate, id, { to: revision }))
      state = this.aggregate.evolve(state, event);
    return state;
  }

  /** @throws RowBehind, EventsEndBefore unless the stream is at the revision */
  private async last(id: string, revision: number): Promise<State | undefined> {
    const loaded = await this.store.load(this.aggregate, id);
    if (!loaded) return undefined;
    // The row may or may not have passed over events of other programs after the last one of Probity.
    if (loaded.events.at(-1)!.revision > revision) throw new RowBehind(this.aggregate.name, id);
    if (loaded.revision < revision) throw new EventsEndBefore(revision);
    return loaded.state;
  }
}

class EventsEndBefore extends Error {
  constructor(revision: number) {
    super(`its events end before revision ${revision}`);
  }
}
