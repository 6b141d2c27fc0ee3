import Type from 'typebox';
import { type EventOf, factsOf } from '../declaration/fact';
import { TRACEPARENT } from '../examples';
import { Hash, Id, Metadata, Timestamp } from '../fields';
import { officer } from '../staff/officer';
import { PROPOSAL_EVENTS } from '../topics';
import { REVIEWED_ACTION_NAMES } from './words';

export const PROPOSAL_STREAM_PREFIX = 'proposal-';
/** The stream that holds one proposal, the decision and the outcome. */
export const proposalStream = (proposalId: string): string => `${PROPOSAL_STREAM_PREFIX}${proposalId}`;

const proposalFact = factsOf({
  service: 'back-office',
  prefix: PROPOSAL_STREAM_PREFIX,
  topic: PROPOSAL_EVENTS,
  idField: 'proposal_id',
});

const about = { proposal_id: Id, tenant_id: Id };
const decision = { ...about, ...officer, reason: Type.String() };

/** The request that is proposed, as it is carried out after the approval. */
export const ProposedRequest = Type.Object(
  {
    method: Type.String(),
    url: Type.String({ description: 'the path and the query' }),
    body: Type.Union([Metadata, Type.Null()]),
  },
  { title: 'ProposedRequest' },
);

export const ProposalMade = proposalFact('ProposalMade', {
  summary: 'A change waits for the approval of another person. It is the first event of its stream.',
  data: Type.Object({
    ...about,
    action: Type.String({
      description: `the kind of change, such as ${REVIEWED_ACTION_NAMES.join(', ')}; there can be more`,
    }),
    subject_type: Type.String({ description: 'what the change concerns, as in the audit trail' }),
    subject_id: Type.String(),
    summary: Type.String({ description: 'the change in one sentence; names no customer' }),
    request: ProposedRequest,
    shown: Metadata,
    state_hash: Hash,
    reason: Type.String(),
    actor: Type.String({ description: 'the proposer: `staff:` and the account' }),
    actor_name: Type.String({ description: 'the name of the proposer at that time' }),
    expires_at: Timestamp,
    made_at: Timestamp,
  }),
  withheld: ['request', 'shown', 'state_hash'],
  example: { action: 'decide_alert', subject_type: 'alert', summary: 'resolve the alert as confirmed_match' },
});

export const ProposalApproved = proposalFact('ProposalApproved', {
  summary: 'Another person approved a proposal. The change is carried out now.',
  data: Type.Object({ ...decision, approved_at: Timestamp }),
});

export const ProposalDeclined = proposalFact('ProposalDeclined', {
  summary: 'Another person declined a proposal. The change is not made.',
  data: Type.Object({ ...decision, declined_at: Timestamp }),
});

export const ProposalWithdrawn = proposalFact('ProposalWithdrawn', {
  summary: 'The proposer withdrew a proposal. The change is not made.',
  data: Type.Object({ ...decision, withdrawn_at: Timestamp }),
});

export const ProposalExpired = proposalFact('ProposalExpired', {
  summary:
    'A proposal ended without a decision: its time was over, its proposer was invited again, or too many of the proposer waited. The change is not made.',
  data: Type.Object({ ...about, expired_at: Timestamp }),
});

export const ProposalApplied = proposalFact('ProposalApplied', {
  summary: 'The change of an approved proposal was made.',
  data: Type.Object({
    ...about,
    cause: Type.String({ description: 'the cause that the audit trail names in the entries of this change' }),
    applied_at: Timestamp,
  }),
  example: { cause: TRACEPARENT },
});

export const ProposalFailed = proposalFact('ProposalFailed', {
  summary: 'The change of an approved proposal was not made, because it is no longer possible as it was reviewed.',
  data: Type.Object({
    ...about,
    code: Type.String({ description: 'the code of the error' }),
    message: Type.String(),
    failed_at: Timestamp,
  }),
  example: { code: 'proposal_outdated', message: 'the settings have changed since the proposal' },
});

export const PROPOSAL_FACTS = [
  ProposalMade,
  ProposalApproved,
  ProposalDeclined,
  ProposalWithdrawn,
  ProposalExpired,
  ProposalApplied,
  ProposalFailed,
] as const;
export type ProposalEvent = EventOf<(typeof PROPOSAL_FACTS)[number]>;
