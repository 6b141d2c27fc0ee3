import { PROPOSAL_STREAM_PREFIX, type ProposalEvent, proposalStream } from '@probity/contracts/proposals/events';
import type { ProposalStatus } from '@probity/contracts/proposals/words';
import { type Officer, officerIn } from '@probity/contracts/staff/officer';
import type { Aggregate } from '@probity/event-store/aggregate';
import {
  projectProposalEvents,
  PROPOSAL_ROW,
  PROPOSAL_TABLES,
  type RecordedProposalEvent,
  PROPOSAL_AUDIT,
} from '@probity/read-side/proposals/proposal-projection';

export type Made = Extract<ProposalEvent, { type: 'ProposalMade' }>['data'];

/** A change that waits for a second person. */
export interface ProposalState {
  made: Made;
  status: ProposalStatus;
  /** of who approved, declined or withdrew it */
  decision: (Officer & { reason: string; at: string }) | undefined;
  /** why the change could not be made */
  failure: string | undefined;
  /** when it got an outcome */
  settledAt: string | undefined;
}

export const PROPOSAL: Aggregate<ProposalState, ProposalEvent> = {
  name: 'proposal',
  kind: 'proposals',
  prefix: PROPOSAL_STREAM_PREFIX,
  stream: proposalStream,
  tenantOf: ({ made }) => made.tenant_id,
  row: PROPOSAL_ROW,
  ownTables: PROPOSAL_TABLES,
  audit: PROPOSAL_AUDIT,
  projection: (sql, events) => projectProposalEvents(sql, events as RecordedProposalEvent[]),
  evolve,
};

function evolve(before: ProposalState | undefined, { type, data }: ProposalEvent): ProposalState {
  if (type === 'ProposalMade') {
    return { made: data, status: 'pending', decision: undefined, failure: undefined, settledAt: undefined };
  }
  if (!before) throw new Error(`the stream of proposal ${data.proposal_id} begins with ${type}`);
  switch (type) {
    case 'ProposalApproved':
      return { ...before, status: 'approved', decision: decisionIn(data, data.approved_at) };
    case 'ProposalDeclined': {
      const { declined_at: at } = data;
      return { ...before, status: 'declined', decision: decisionIn(data, at), settledAt: at };
    }
    case 'ProposalWithdrawn': {
      const { withdrawn_at: at } = data;
      return { ...before, status: 'withdrawn', decision: decisionIn(data, at), settledAt: at };
    }
    case 'ProposalExpired':
      return { ...before, status: 'expired', settledAt: data.expired_at };
    case 'ProposalApplied':
      return { ...before, status: 'applied', settledAt: data.applied_at };
    case 'ProposalFailed':
      return { ...before, status: 'failed', failure: data.message, settledAt: data.failed_at };
  }
}

const decisionIn = ({ reason, ...by }: Officer & { reason: string }, at: string) => ({ ...officerIn(by), reason, at });
