import { PROPOSAL_STREAM_PREFIX, type ProposalEvent, proposalStream } from '@probity/contracts/proposals/events';
import type { ProposalStatus } from '@probity/contracts/proposals/words';
import type { Aggregate } from '@probity/event-store/aggregate';
import {
  projectProposalEvents,
  PROPOSAL_ROW,
  type RecordedProposalEvent,
  PROPOSAL_AUDIT,
} from '@probity/read-side/proposals/proposal-projection';

export type Made = Extract<ProposalEvent, { type: 'ProposalMade' }>['data'];

/** A change that waits for a second person. */
export interface ProposalState {
  made: Made;
  status: ProposalStatus;
  /** the account that approved, declined or withdrew it */
  decidedBy: string | undefined;
}

export const PROPOSAL: Aggregate<ProposalState, ProposalEvent> = {
  name: 'proposal',
  kind: 'proposals',
  prefix: PROPOSAL_STREAM_PREFIX,
  stream: proposalStream,
  tenantOf: ({ made }) => made.tenant_id,
  row: PROPOSAL_ROW,
  audit: PROPOSAL_AUDIT,
  projection: (sql, events) => projectProposalEvents(sql, events as RecordedProposalEvent[]),
  evolve,
};

function evolve(before: ProposalState | undefined, { type, data }: ProposalEvent): ProposalState {
  if (type === 'ProposalMade') return { made: data, status: 'pending', decidedBy: undefined };
  if (!before) throw new Error(`the stream of proposal ${data.proposal_id} begins with ${type}`);
  switch (type) {
    case 'ProposalApproved':
      return { ...before, status: 'approved', decidedBy: data.officer_id };
    case 'ProposalDeclined':
      return { ...before, status: 'declined', decidedBy: data.officer_id };
    case 'ProposalWithdrawn':
      return { ...before, status: 'withdrawn', decidedBy: data.officer_id };
    case 'ProposalExpired':
      return { ...before, status: 'expired' };
    case 'ProposalApplied':
      return { ...before, status: 'applied' };
    case 'ProposalFailed':
      return { ...before, status: 'failed' };
  }
}
