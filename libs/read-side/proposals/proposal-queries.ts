import type { Proposal } from '@probity/contracts/proposals/views';
import type { ReviewedActionName } from '@probity/contracts/proposals/words';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView, readViews } from '../views';

const COLUMNS = `
  id, action, subject_type, subject_id, summary, reason, status, proposer, proposer_id, request, shown, decided_by,
  decided_by_id, decision_reason, decided_at, failure, made_at, expires_at, tenant_id, state_hash,
  encode(request_hash, 'hex') AS request_hash, settled_at, revision::float8 AS revision`;
/** Whether the proposer of `p` was invited after its making. */
const INVITED_SINCE = `EXISTS (
  SELECT FROM back_office.staff_accounts a WHERE a.id::text = p.proposer_id AND a.invited_at > p.made_at)`;
/** Only services with these roles write to the trails that an approved change can reach. */
const CAUSED = ['back_office', 'customer_risk', 'pipeline']
  .map((trail) => `SELECT 1 FROM ${trail}.audit_events WHERE tenant_id = $1 AND cause = $2`)
  .join(' UNION ALL ');

/** The whole row of a proposal. */
export interface StoredProposal extends Proposal {
  tenant_id: string;
  state_hash: string;
  /** hexadecimal */
  request_hash: string;
  settled_at: string | null;
  /** of the last event that the row reflects */
  revision: number;
}

/** Reads the rows of proposals. A person with the database can write them: compare them before they count. */
export class ProposalQueries {
  constructor(private readonly sql: Sql) {}

  /** The proposals of the kinds, newest first. */
  proposals(
    tenantId: string,
    page: Page,
    actions: ReviewedActionName[],
    filter: { status?: string; action?: string },
  ): Promise<StoredProposal[]> {
    const select = `SELECT ${COLUMNS} FROM back_office.proposals WHERE tenant_id = $1 AND action = ANY($2)`;
    const order = 'made_at DESC, id DESC';
    return listViews(this.sql, select, [tenantId, actions], { where: { ...filter }, order, page });
  }

  proposal(tenantId: string, proposalId: string): Promise<StoredProposal | undefined> {
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

  /** The last proposals of the same request by the same proposer that were approved after the time. */
  approved(tenantId: string, proposerId: string, requestHash: Buffer, after: Date): Promise<StoredProposal[]> {
    const found = `SELECT ${COLUMNS} FROM back_office.proposals WHERE tenant_id = $1 AND proposer_id = $2
      AND request_hash = $3 AND status = 'applied' AND settled_at > $4 ORDER BY settled_at DESC LIMIT 10`;
    return readViews(this.sql, found, [tenantId, proposerId, requestHash, after]);
  }

  /** How many proposals of the proposer wait; for an API key, those of all keys of the tenant. */
  async countPending(tenantId: string, proposerId: string, now: Date): Promise<number> {
    const counted = `SELECT count(*)::int AS count FROM back_office.proposals
      WHERE tenant_id = $1 AND status = 'pending' AND expires_at > $3
        AND (proposer_id = $2 OR starts_with($2, 'institution:') AND starts_with(proposer_id, 'institution:'))`;
    const { rows } = await this.sql.query<{ count: number }>(counted, [tenantId, proposerId, now]);
    return rows[0]!.count;
  }

  /** Proposals that were approved before the time and have no outcome. */
  unapplied(before: Date): Promise<StoredProposal[]> {
    const found = `SELECT ${COLUMNS} FROM back_office.proposals WHERE status = 'approved' AND decided_at < $1
      ORDER BY decided_at LIMIT 100`;
    return readViews(this.sql, found, [before]);
  }

  /** Pending proposals whose time is over, or whose proposer was invited again. */
  overdue(now: Date): Promise<StoredProposal[]> {
    const found = `SELECT ${COLUMNS} FROM back_office.proposals p WHERE status = 'pending'
      AND (expires_at <= $1 OR ${INVITED_SINCE}) ORDER BY expires_at LIMIT 100`;
    return readViews(this.sql, found, [now]);
  }

  /** Whether a request with this trace changed something that the audit trail of the tenant names. */
  async hasCaused(tenantId: string, traceparent: string): Promise<boolean> {
    return (await this.sql.query(`${CAUSED} LIMIT 1`, [tenantId, traceparent])).rowCount === 1;
  }
}
