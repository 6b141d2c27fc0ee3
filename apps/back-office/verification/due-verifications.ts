import type { Sql } from '@probity/persistence/database';
import type { TimeSource } from '@probity/platform/time-source';
import { TenantTurns } from './tenant-turns';

/** Of each tenant at a time, so that the memory is bounded. */
const PER_TENANT = 100;
const AT_ONCE = 10_000;
/** For so long others cannot become due unnoticed. */
const FRESH_MS = 60_000;
/** What could not be verified, such as while a service is down, comes again after this time. */
const AGAIN_AFTER_MS = 15 * 60_000;
/** The clocks of two servers may differ by so much. A time that is later is no time of Probity. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

export type VerifiedKind = 'ledger' | 'audit_trail';

/** A ledger, or the audit trail of a tenant. */
export interface Verifiable {
  tenantId: string;
  /** the ledger; of an audit trail, the tenant */
  subjectId: string;
}

const ITEMS: Record<VerifiedKind, string> = {
  ledger: 'SELECT tenant_id, id AS subject_id, created_at FROM ledger.ledgers',
  audit_trail: 'SELECT id AS tenant_id, id AS subject_id, created_at FROM back_office.tenants',
};

/**
 * Also what was verified before and is missing now. What is new counts as verified at its creation: the notary needs a
 * moment for it. A time in the future is forged: it counts as none, and without any the longest time ago.
 */
const known = (kind: VerifiedKind): string => `
  WITH known AS (
    SELECT tenant_id, subject_id, coalesce(
      CASE WHEN v.verified_at <= $1 THEN v.verified_at END, CASE WHEN i.created_at <= $1 THEN i.created_at END,
      'epoch') AS since
    FROM (${ITEMS[kind]}) i
    FULL JOIN (SELECT * FROM back_office.last_verifications WHERE kind = '${kind}') v USING (tenant_id, subject_id)
    WHERE tenant_id IN (SELECT id FROM back_office.tenants))`;

const due = (kind: VerifiedKind): string => `${known(kind)}
  SELECT tenant_id, subject_id, place = ${PER_TENANT} AS may_have_more FROM (
    SELECT *, row_number() OVER (PARTITION BY tenant_id ORDER BY since, subject_id) AS place
    FROM known WHERE since <= $2 AND NOT (subject_id = ANY($3::uuid[]))) placed
  WHERE place <= ${PER_TENANT} ORDER BY place, since, subject_id LIMIT ${AT_ONCE}`;

const oldest = (kind: VerifiedKind): string => `${known(kind)}
  SELECT (extract(epoch FROM min(since)) * 1000)::float8 AS since FROM known`;

/** Chooses what is verified next: tenants take turns, and of a tenant it is what was verified the longest time ago. */
export class DueVerifications {
  private waiting = new Map<string, string[]>();
  private readonly turns = new TenantTurns();
  /** when what could not be verified comes again, epoch milliseconds */
  private readonly later = new Map<string, number>();
  private readAt = -Infinity;
  private mayHaveMore = new Set<string>();
  private oldestAt: number | undefined;

  constructor(
    private readonly sql: Sql,
    private readonly kind: VerifiedKind,
    private readonly everyMs: number,
    private readonly time: TimeSource,
  ) {}

  /** How long ago the last verification of that was which was verified the longest time ago; undefined: not known. */
  get oldestSeconds(): number | undefined {
    return this.oldestAt === undefined ? undefined : Math.max(0, (this.now - this.oldestAt) / 1000);
  }

  /** The next one that is due. */
  async next(): Promise<Verifiable | undefined> {
    if (this.waiting.size === 0 || this.now - this.readAt >= FRESH_MS) await this.read();
    const tenantId = this.turns.next(this.waiting.keys());
    if (tenantId === undefined) return undefined;
    const subjects = this.waiting.get(tenantId)!;
    const subjectId = subjects.shift()!;
    if (subjects.length === 0) this.waiting.delete(tenantId);
    if (subjects.length === 0 && this.mayHaveMore.has(tenantId)) this.readAt = -Infinity;
    return { tenantId, subjectId };
  }

  /** Notes the time that a verification took. */
  charge({ tenantId }: Verifiable, milliseconds: number): void {
    this.turns.charge(tenantId, milliseconds);
  }

  /** Leaves out for a while what could not be verified. */
  postpone({ subjectId }: Verifiable): void {
    this.later.set(subjectId, this.now + AGAIN_AFTER_MS);
  }

  /** Forgets what was read. */
  forget(): void {
    this.waiting.clear();
    this.oldestAt = undefined;
  }

  private get now(): number {
    return this.time.now().getTime();
  }

  private async read(): Promise<void> {
    const { now } = this;
    for (const [subject, at] of this.later) if (at <= now) this.later.delete(subject);
    const latest = new Date(now + CLOCKS_DIFFER_MS);
    const values = [latest, new Date(now - this.everyMs), [...this.later.keys()]];
    const { rows } = await this.sql.query<DueRow>(due(this.kind), values);
    const first = (await this.sql.query<{ since: number | null }>(oldest(this.kind), [latest])).rows[0]!;
    this.oldestAt = first.since ?? undefined;
    this.readAt = now;
    this.waiting = new Map();
    this.mayHaveMore = new Set();
    for (const { tenant_id, subject_id, may_have_more } of rows) {
      const subjects = this.waiting.get(tenant_id);
      if (subjects) subjects.push(subject_id);
      else this.waiting.set(tenant_id, [subject_id]);
      if (may_have_more) this.mayHaveMore.add(tenant_id);
    }
  }
}

interface DueRow {
  tenant_id: string;
  subject_id: string;
  may_have_more: boolean;
}
