import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { ACCOUNT_ID, PROPOSAL_ID } from '../examples';
import { Id, Metadata, nullable, Timestamp } from '../fields';
import { ProposedRequest } from './events';
import { FourEyesPolicy } from './policy';
import { PROPOSAL_STATUSES, REVIEWED_ACTION_NAMES } from './words';

export const Proposal = view(
  'Proposal',
  Type.Object({
    id: Id,
    action: Type.String({ description: `the kind of change, such as ${REVIEWED_ACTION_NAMES.join(', ')}` }),
    subject_type: Type.String(),
    subject_id: Type.String(),
    summary: Type.String({ description: 'the change in one sentence' }),
    reason: Type.String({ description: 'of the proposer' }),
    status: Type.Enum(PROPOSAL_STATUSES, { title: 'ProposalStatus' }),
    proposer: Type.String({ description: 'the name at that time' }),
    proposer_id: Type.String({ description: 'the account, or `operator` for the operator token' }),
    request: ProposedRequest,
    shown: Type.Unsafe<Record<string, unknown>>({
      ...Metadata,
      title: undefined,
      description: 'what a reviewer compares, such as values before and after',
    }),
    decided_by: nullable(Type.String(), { description: 'who approved, declined or withdrew it' }),
    decided_by_id: nullable(Type.String()),
    decision_reason: nullable(Type.String()),
    decided_at: nullable(Timestamp),
    failure: nullable(Type.String(), { description: 'for `failed`: why the change could not be made' }),
    made_at: Timestamp,
    expires_at: Timestamp,
  }),
  {
    description: 'A change that waits for another person, or did.',
    example: {
      id: PROPOSAL_ID,
      action: 'decide_alert',
      subject_type: 'alert',
      summary: 'resolve the alert as confirmed_match',
      status: 'pending',
      proposer: 'Jane Smith',
      proposer_id: ACCOUNT_ID,
      decided_by: null,
      decided_by_id: null,
      decision_reason: null,
      decided_at: null,
      failure: null,
      shown: { status: 'open' },
    },
  },
);
export type Proposal = Static<typeof Proposal>;

export const ProposalResult = view(
  'ProposalResult',
  Type.Object({
    result: Type.Union([Type.Unsafe<Record<string, unknown>>({ type: 'object' }), Type.Null()], {
      description: 'what the proposed request returned when it was carried out, such as a new API key',
    }),
  }),
  { example: { result: { id: '0123456789abcdef', api_key: 'probity_0123456789abcdef_...' } } },
);
export type ProposalResult = Static<typeof ProposalResult>;

export const CurrentFourEyes = view(
  'CurrentFourEyes',
  Type.Object({ version: Type.Integer({ description: '0: it was never changed' }), policy: FourEyesPolicy }),
);
export type CurrentFourEyes = Static<typeof CurrentFourEyes>;
