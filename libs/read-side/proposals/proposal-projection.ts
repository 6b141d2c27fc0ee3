import { hash } from 'node:crypto';
import { PROPOSAL_STREAM_PREFIX, type ProposalEvent } from '@probity/contracts/proposals/events';
import type { ProposalStatus } from '@probity/contracts/proposals/words';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { canonicalJson } from '@probity/platform/canonical-json';
import { auditedOfficer, auditOf, recordAudit } from '../audit/audit-entry';
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
    if (!isNew) await refuseGap(sql, REFLECTED, event.data.proposal_id, event);
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
  if (rowCount === 0) return false;
  const data = { action, subject_type, subject_id, summary, expires_at };
  await audit(sql, event, 'made', { actor, actor_name }, data, at);
  return true;
}

/** The account. */
const proposerId = (actor: string): string => actor.replace(/^staff:/, '');

async function advance(sql: Sql, event: Later): Promise<boolean> {
  const [status, at] = outcome(event);
  const { proposal_id } = event.data;
  const isFinal = status !== 'approved';
  const { rowCount } = await sql.query(ADVANCE, [proposal_id, event.revision, status, at, isFinal]);
  if (rowCount === 0) return false;
  const system = { actor: 'system', actor_name: null };
  switch (event.type) {
    case 'ProposalApproved':
    case 'ProposalDeclined':
    case 'ProposalWithdrawn': {
      const { officer, officer_id, reason } = event.data;
      await sql.query(DECIDED, [proposal_id, officer, officer_id, reason, at]);
      await audit(sql, event, status, auditedOfficer(event.data), {}, at);
      return true;
    }
    case 'ProposalFailed': {
      const { code, message } = event.data;
      await sql.query(FAILED, [proposal_id, message]);
      await audit(sql, event, status, system, { code, message }, at);
      return true;
    }
    case 'ProposalApplied':
      await audit(sql, event, status, system, { cause: event.data.cause }, at);
      return true;
    case 'ProposalExpired':
      await audit(sql, event, status, system, {}, at);
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

async function audit(
  sql: Sql,
  event: RecordedProposalEvent,
  what: string,
  by: { actor: string; actor_name: string | null },
  data: object,
  at: string,
): Promise<void> {
  const about = { subject_type: 'proposal' as const, subject_id: event.data.proposal_id };
  await recordAudit(sql, 'back_office', auditOf(event, { ...about, ...by, action: `proposal.${what}`, data, at }));
}

/** Deletes all proposals, before a rebuild from the first event. Their audit entries go with those of the tenants. */
export async function dropProposalProjections(sql: Sql): Promise<void> {
  await sql.query('DELETE FROM back_office.proposals');
}
