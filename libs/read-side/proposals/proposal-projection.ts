import { hash } from 'node:crypto';
import { PROPOSAL_STREAM_PREFIX, type ProposalEvent } from '@probity/contracts/proposals/events';
import type { ProposalStatus } from '@probity/contracts/proposals/words';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { canonicalJson } from '@probity/platform/canonical-json';
import { type AuditEntry, auditedOfficer, auditOf, recordAudit } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';
import { passOver, refuseGap } from '../refuse-gap';

export type RecordedProposalEvent = RecordedEvent & ProposalEvent;

const INSERT = `
  INSERT INTO back_office.proposals (id, tenant_id, action, subject_type, subject_id, summary, request, request_hash,
    shown, state_hash, reason, status, proposer, proposer_id, made_at, expires_at, revision)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'pending', $12, $13, $14, $15, 0) ON CONFLICT (id) DO NOTHING`;
const ADVANCE = `
  UPDATE back_office.proposals SET revision = $2, status = $3, settled_at = CASE WHEN $5 THEN $4 ELSE settled_at END
  WHERE id = $1 AND revision = $2 - 1`;
const DECIDED = `
  UPDATE back_office.proposals SET decided_by = $2, decided_by_id = $3, decision_reason = $4, decided_at = $5
  WHERE id = $1`;
const FAILED = 'UPDATE back_office.proposals SET failure = $2 WHERE id = $1';
const REFLECTED = 'SELECT revision FROM back_office.proposals WHERE id = $1';
export const PROPOSAL_ROW = { table: 'back_office.proposals', prefix: PROPOSAL_STREAM_PREFIX };

export const PROPOSAL_TABLES: ProjectedTables = {
  replaced: [{ table: 'back_office.proposals' }],
  completed: [],
};

/** SHA-256 of a request, by which the same proposal is found. */
export const requestHash = (request: object): Buffer => hash('sha256', canonicalJson(request), 'buffer');

type Later = Exclude<RecordedProposalEvent, { type: 'ProposalMade' }>;

/**
 * Brings the read side of one proposal forward. Its row guards it: an event seen again is skipped.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectProposalEvents(sql: Sql, events: RecordedProposalEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, PROPOSAL_ROW, event)) continue;
    const isNew = event.type === 'ProposalMade' ? await insert(sql, event) : await advance(sql, event);
    if (isNew) await recordAudit(sql, 'back_office', proposalAudit(event));
    else await refuseGap(sql, REFLECTED, event.data.proposal_id, event);
  }
}

async function insert(sql: Sql, event: Extract<RecordedProposalEvent, { type: 'ProposalMade' }>): Promise<boolean> {
  const { proposal_id, tenant_id, action, subject_type, subject_id, summary, request, shown } = event.data;
  const { state_hash, reason, actor, actor_name, made_at: at, expires_at } = event.data;
  const values = [proposal_id, tenant_id, action, subject_type, subject_id, summary, JSON.stringify(request)];
  const { rowCount } = await sql.query(INSERT, [
    ...values,
    requestHash(request),
    JSON.stringify(shown),
    state_hash,
    reason,
    actor_name,
    proposerId(actor),
    at,
    expires_at,
  ]);
  return rowCount === 1;
}

/** The proposer as a caller: the account, `operator`, or an API key. @param actor of the event */
export const proposerId = (actor: string): string => actor.replace(/^staff:/, '');

async function advance(sql: Sql, event: Later): Promise<boolean> {
  const [status, at] = outcome(event);
  const { proposal_id } = event.data;
  const isFinal = status !== 'approved';
  const { rowCount } = await sql.query(ADVANCE, [proposal_id, event.revision, status, at, isFinal]);
  if (rowCount === 0) return false;
  switch (event.type) {
    case 'ProposalApproved':
    case 'ProposalDeclined':
    case 'ProposalWithdrawn': {
      const { officer, officer_id, reason } = event.data;
      await sql.query(DECIDED, [proposal_id, officer, officer_id, reason, at]);
      return true;
    }
    case 'ProposalFailed':
      await sql.query(FAILED, [proposal_id, event.data.message]);
      return true;
    case 'ProposalApplied':
    case 'ProposalExpired':
      return true;
  }
}

function outcome({ type, data }: Later): [ProposalStatus, at: string] {
  switch (type) {
    case 'ProposalApproved':
      return ['approved', data.approved_at];
    case 'ProposalDeclined':
      return ['declined', data.declined_at];
    case 'ProposalWithdrawn':
      return ['withdrawn', data.withdrawn_at];
    case 'ProposalExpired':
      return ['expired', data.expired_at];
    case 'ProposalApplied':
      return ['applied', data.applied_at];
    case 'ProposalFailed':
      return ['failed', data.failed_at];
  }
}

function proposalAudit(event: RecordedProposalEvent): AuditEntry {
  const about = { subject_type: 'proposal' as const, subject_id: event.data.proposal_id };
  if (event.type === 'ProposalMade') {
    const { action, subject_type, subject_id, summary, actor, actor_name, made_at: at, expires_at } = event.data;
    const data = { action, subject_type, subject_id, summary, expires_at };
    return auditOf(event, { ...about, action: 'proposal.made', actor, actor_name, data, at });
  }
  const [status, at] = outcome(event);
  return auditOf(event, { ...about, action: `proposal.${status}`, ...particulars(event), at });
}

function particulars(event: Later): Pick<AuditEntry, 'actor' | 'actor_name' | 'data'> {
  const system = { actor: 'system', actor_name: null };
  switch (event.type) {
    case 'ProposalApproved':
    case 'ProposalDeclined':
    case 'ProposalWithdrawn':
      return { ...auditedOfficer(event.data), data: {} };
    case 'ProposalFailed':
      return { ...system, data: { code: event.data.code, message: event.data.message } };
    case 'ProposalApplied':
      return { ...system, data: { cause: event.data.cause } };
    case 'ProposalExpired':
      return { ...system, data: {} };
  }
}

export const PROPOSAL_AUDIT = auditedBy(TRAILS.back_office, proposalAudit);
