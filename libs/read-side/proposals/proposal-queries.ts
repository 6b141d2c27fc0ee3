import type { Proposal } from '@probity/contracts/proposals/views';
import type { ReviewedActionName } from '@probity/contracts/proposals/words';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView } from '../views';

const COLUMNS = `
  id, action, subject_type, subject_id, summary, reason, status, proposer, proposer_id, request, shown, decided_by,
  decided_by_id, decision_reason, decided_at, failure, made_at, expires_at`;
/** Whether the proposer of `p` was invited after its making. */
const INVITED_SINCE = `EXISTS (
  SELECT FROM back_office.staff_accounts a WHERE a.id::text = p.proposer_id AND a.invited_at > p.made_at)`;
/** Only services with these roles write to the trails that an approved change can reach. */
const CAUSED = ['back_office', 'customer_risk', 'pipeline']
  .map((trail) => `SELECT 1 FROM ${trail}.audit_events WHERE tenant_id = $1 AND cause = $2`)
  .join(' UNION ALL ');

/** What the application of a proposal needs beyond its view. */
export interface ProposalToApply {
  id: string;
  tenant_id: string;
  state_hash: string;
  settled_at: Date | null;
}

/** Reads proposals. */
export class ProposalQueries {
  constructor(private readonly sql: Sql) {}

  /** The proposals of the kinds, newest first. */
  proposals(
    tenantId: string,
    page: Page,
    actions: ReviewedActionName[],
    filter: { status?: string; action?: string },
  ): Promise<Proposal[]> {
    const select = `SELECT ${COLUMNS} FROM back_office.proposals WHERE tenant_id = $1 AND action = ANY($2)`;
    const order = 'made_at DESC, id DESC';
    return listViews(this.sql, select, [tenantId, actions], { where: { ...filter }, order, page });
  }

  proposal(tenantId: string, proposalId: string): Promise<Proposal | undefined> {
    const select = `SELECT ${COLUMNS} FROM back_office.proposals WHERE tenant_id = $1 AND id = $2`;
    return readView(this.sql, select, [tenantId, proposalId]);
  }

  /** The pending proposal of the same request by the same proposer. */
  async pending(tenantId: string, proposerId: string, requestHash: Buffer, now: Date): Promise<string | undefined> {
    const found = `SELECT id FROM back_office.proposals WHERE tenant_id = $1 AND proposer_id = $2 AND request_hash = $3
      AND status = 'pending' AND expires_at > $4 LIMIT 1`;
    const { rows } = await this.sql.query<{ id: string }>(found, [tenantId, proposerId, requestHash, now]);
    return rows[0]?.id;
  }

  /** Whether the same request by the same proposer was approved after the time. */
  async wasApproved(tenantId: string, proposerId: string, requestHash: Buffer, after: Date): Promise<boolean> {
    const found = `SELECT FROM back_office.proposals p WHERE tenant_id = $1 AND proposer_id = $2 AND request_hash = $3
      AND status = 'applied' AND settled_at > $4 AND NOT ${INVITED_SINCE} LIMIT 1`;
    return (await this.sql.query(found, [tenantId, proposerId, requestHash, after])).rowCount === 1;
  }

  /** How many proposals of the proposer wait; for an API key, those of all keys of the tenant. */
  async countPending(tenantId: string, proposerId: string, now: Date): Promise<number> {
    const counted = `SELECT count(*)::int AS count FROM back_office.proposals
      WHERE tenant_id = $1 AND status = 'pending' AND expires_at > $3
        AND (proposer_id = $2 OR starts_with($2, 'institution:') AND starts_with(proposer_id, 'institution:'))`;
    const { rows } = await this.sql.query<{ count: number }>(counted, [tenantId, proposerId, now]);
    return rows[0]!.count;
  }

  /** Whether the proposer got a new invitation after the proposal: another person may now hold the account. */
  async isByFormerHolder(proposalId: string): Promise<boolean> {
    const found = `SELECT FROM back_office.proposals p WHERE p.id = $1 AND ${INVITED_SINCE}`;
    return (await this.sql.query(found, [proposalId])).rowCount === 1;
  }

  async toApply(proposalId: string): Promise<ProposalToApply | undefined> {
    const found = 'SELECT id, tenant_id, state_hash, settled_at FROM back_office.proposals WHERE id = $1';
    const { rows } = await this.sql.query<ProposalToApply & Record<string, unknown>>(found, [proposalId]);
    return rows[0];
  }

  /** Proposals that were approved before the time and have no outcome. */
  async unapplied(before: Date): Promise<string[]> {
    const found = `SELECT id FROM back_office.proposals WHERE status = 'approved' AND decided_at < $1
      ORDER BY decided_at LIMIT 100`;
    const { rows } = await this.sql.query<{ id: string }>(found, [before]);
    return rows.map(({ id }) => id);
  }

  /** Pending proposals whose time is over, or whose proposer was invited again. */
  async overdue(now: Date): Promise<string[]> {
    const found = `SELECT p.id FROM back_office.proposals p WHERE p.status = 'pending'
      AND (p.expires_at <= $1 OR ${INVITED_SINCE}) ORDER BY p.expires_at LIMIT 100`;
    const { rows } = await this.sql.query<{ id: string }>(found, [now]);
    return rows.map(({ id }) => id);
  }

  /** Whether a request with this trace changed something that the audit trail of the tenant names. */
  async hasCaused(tenantId: string, traceparent: string): Promise<boolean> {
    return (await this.sql.query(`${CAUSED} LIMIT 1`, [tenantId, traceparent])).rowCount === 1;
  }
}
