import { Injectable } from '@nestjs/common';
import type { ProposalEvent } from '@probity/contracts/proposals/events';
import type { Proposal } from '@probity/contracts/proposals/views';
import type { ReviewedActionName } from '@probity/contracts/proposals/words';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { Database } from '@probity/persistence/database';
import { AuthenticRows, ForgedRow } from '@probity/read-side/authentic-rows';
import type { Page } from '@probity/read-side/page';
import { proposerId, requestHash } from '@probity/read-side/proposals/proposal-projection';
import { ProposalQueries, type StoredProposal } from '@probity/read-side/proposals/proposal-queries';
import { PROPOSAL, type ProposalState } from './proposal';

/**
 * Compares the rows of proposals with their events, which have MACs. So a row that was inserted or changed in the
 * database is not shown and has no effect, and operators get a notice.
 *
 * A row that was set back to an earlier state of its own is shown. It has no effect: who decides on it, and what carries
 * it out, reads the events.
 */
@Injectable()
export class GenuineProposals {
  private readonly rows: AuthenticRows<ProposalState, ProposalEvent>;

  constructor(
    database: Database,
    store: AggregateStore,
    private readonly queries: ProposalQueries,
  ) {
    this.rows = new AuthenticRows(database, store, PROPOSAL, saidByEvents);
  }

  async one(tenantId: string, proposalId: string): Promise<Proposal | undefined> {
    const row = await this.queries.proposal(tenantId, proposalId);
    return row && (await this.genuine(row));
  }

  /** The proposals of the kinds, newest first. A page has fewer if some are forged. */
  async list(
    tenantId: string,
    page: Page,
    actions: ReviewedActionName[],
    filter: { status?: string; action?: string },
  ): Promise<Proposal[]> {
    return this.those(await this.queries.proposals(tenantId, page, actions, filter));
  }

  /** Those of these rows that are genuine. */
  async those(rows: StoredProposal[]): Promise<Proposal[]> {
    const genuine = await Promise.all(rows.map((row) => this.genuine(row)));
    return genuine.filter((proposal) => proposal !== undefined);
  }

  private async genuine(row: StoredProposal): Promise<Proposal | undefined> {
    const { revision, tenant_id: _tenant, state_hash: _state, request_hash: _request, settled_at: _at, ...view } = row;
    try {
      await this.rows.check(row.id, revision, saidByRow(row));
    } catch (error) {
      if (error instanceof ForgedRow) return undefined;
      throw error;
    }
    return view;
  }
}

type Said = Omit<StoredProposal, 'revision'>;

const saidByEvents = ({
  made,
  status,
  decision,
  failure,
  settledAt,
}: ProposalState): Said & Record<string, unknown> => ({
  id: made.proposal_id,
  tenant_id: made.tenant_id,
  action: made.action,
  subject_type: made.subject_type,
  subject_id: made.subject_id,
  summary: made.summary,
  reason: made.reason,
  status,
  proposer: made.actor_name,
  proposer_id: proposerId(made.actor),
  request: made.request,
  request_hash: requestHash(made.request).toString('hex'),
  shown: made.shown,
  state_hash: made.state_hash,
  decided_by: decision?.officer ?? null,
  decided_by_id: decision?.officer_id ?? null,
  decision_reason: decision?.reason ?? null,
  decided_at: decision ? new Date(decision.at).toISOString() : null,
  failure: failure ?? null,
  made_at: new Date(made.made_at).toISOString(),
  expires_at: new Date(made.expires_at).toISOString(),
  settled_at: settledAt === undefined ? null : new Date(settledAt).toISOString(),
});

const saidByRow = ({ revision: _, ...said }: StoredProposal): Record<string, unknown> => said;
