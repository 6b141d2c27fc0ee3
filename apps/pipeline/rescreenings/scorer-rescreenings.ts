import { Injectable } from '@nestjs/common';
import type { RescreeningEvent, ScorerRescreeningEnded } from '@probity/contracts/rescreenings/events';
import type { AggregateStore, Decision } from '@probity/event-store/aggregate-store';
import type { Database } from '@probity/persistence/database';
import { derivedId } from '@probity/platform/ids';
import type { Clock } from '@probity/platform/clock';
import { SCORER_VERSION } from '@probity/screening/scorer-version';
import { NIL } from 'uuid';
import { customersToScreen } from './rescreening-rows';
import { RESCREENING } from './scorer-state';

/** Also finds customers that an earlier process created last, and tenants that a crash left out. */
const LOOK_EVERY_MS = 60_000;
/** Of tenants, at a time. */
const PAGE = 100;

const NEWEST = 'SELECT max(version) AS version FROM pipeline.scorer_versions';
const OUTDATED = `
  SELECT id FROM pipeline.scorer_rescreenings WHERE ended_at IS NULL AND scorer_version < $1 ORDER BY id LIMIT ${PAGE}`;
/** Customers from before the version was introduced may have been screened with an earlier one. */
const DUE = `
  SELECT t.id FROM back_office.tenants t
  WHERE NOT EXISTS (SELECT FROM pipeline.scorer_rescreenings r WHERE r.tenant_id = t.id AND r.scorer_version = $1)
    AND EXISTS (
      SELECT FROM customer_risk.customers c
      WHERE c.tenant_id = t.id AND c.risk_rating IS NOT NULL AND c.erased_at IS NULL
        AND c.created_at < (SELECT introduced_at FROM pipeline.scorer_versions WHERE version = $1))
  ORDER BY t.id LIMIT ${PAGE}`;
const FOUND = `
  SELECT screened, matched, json_build_object('critical', critical, 'high', high, 'medium', medium, 'low', low) AS by_severity
  FROM pipeline.scorer_rescreenings WHERE id = $1`;

/** What the row of a rescreening has counted. */
type Found = Pick<ScorerRescreeningEnded, 'screened' | 'matched' | 'by_severity'>;
/** How a rescreening ends; without an actor, by itself. */
type End = Pick<ScorerRescreeningEnded, 'outcome' | 'reason'> & { actor?: string; actor_name?: string | null };

/**
 * Starts a screening of all customers of each tenant when the installation starts with a new version of the scorer, and
 * ends it. What starts and ends is in events: several processes start each one once, and a rebuild restores it. A process
 * with an earlier version than the newest that was introduced starts nothing.
 *
 * Not guaranteed: that customers are screened again which a process with an earlier version screened after the end.
 */
@Injectable()
export class ScorerRescreenings {
  private lookAt = 0;

  constructor(
    private readonly database: Database,
    private readonly store: AggregateStore,
    private readonly now: Clock,
    /** the version of this process */
    readonly version: number = SCORER_VERSION,
  ) {}

  /** Starts what is due, at most once a minute; a page of tenants at a time. Returns whether none is left. */
  async startDue(): Promise<boolean> {
    if (this.now().getTime() < this.lookAt) return true;
    const newest = await this.newest();
    if (newest < this.version) await this.introduce();
    const isAll = newest > this.version || ((await this.endOutdated()) && (await this.startPage()));
    if (isAll) this.lookAt = this.now().getTime() + LOOK_EVERY_MS;
    return isAll;
  }

  /** Ends a rescreening with the counts of its row. Does nothing when it has ended. */
  async end(rescreeningId: string, { actor = 'system', actor_name, ...end }: End): Promise<void> {
    await this.store.change(RESCREENING, rescreeningId, async (loaded) => {
      const { started, ended } = loaded?.state ?? {};
      if (!started || ended) return undefined;
      const { rescreening_id, tenant_id, scorer_version } = started;
      const by = { actor, ...(actor_name ? { actor_name } : {}) };
      const about = { rescreening_id, tenant_id, scorer_version, ...(await this.found(rescreening_id)) };
      const data = { ...about, ...end, ...by, ended_at: this.now().toISOString() };
      return decision({ type: 'ScorerRescreeningEnded', data });
    });
  }

  private async newest(): Promise<number> {
    const { rows } = await this.database.query<{ version: number | null }>(NEWEST);
    return rows[0]!.version ?? 0;
  }

  private async introduce(): Promise<void> {
    const rescreening_id = derivedId(NIL, `scorer ${this.version}`);
    const data = { rescreening_id, scorer_version: this.version, introduced_at: this.now().toISOString() };
    await this.store.begin(RESCREENING, rescreening_id, decision({ type: 'ScorerIntroduced', data }));
  }

  /** Returns whether none is left. */
  private async endOutdated(): Promise<boolean> {
    const { rows } = await this.database.query<{ id: string }>(OUTDATED, [this.version]);
    const reason = `version ${this.version} of the scorer screens all customers instead`;
    for (const { id } of rows) await this.end(id, { outcome: 'cancelled', reason });
    return rows.length < PAGE;
  }

  /** Returns whether none is left. */
  private async startPage(): Promise<boolean> {
    const { rows } = await this.database.query<{ id: string }>(DUE, [this.version]);
    const failures: unknown[] = [];
    for (const { id } of rows) await this.start(id).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} rescreenings cannot be started`);
    return rows.length < PAGE;
  }

  private async start(tenant_id: string): Promise<void> {
    const rescreening_id = derivedId(tenant_id, `scorer ${this.version}`);
    const customers = await customersToScreen(this.database, tenant_id);
    const about = { rescreening_id, tenant_id, scorer_version: this.version };
    const data = { ...about, customers, started_at: this.now().toISOString() };
    await this.store.begin(RESCREENING, rescreening_id, decision({ type: 'ScorerRescreeningStarted', data }));
  }

  private async found(id: string): Promise<Found> {
    const { rows } = await this.database.query<Found & Record<string, unknown>>(FOUND, [id]);
    return rows[0]!;
  }
}

const decision = (event: RescreeningEvent): Decision<RescreeningEvent> => ({ events: [event] });
