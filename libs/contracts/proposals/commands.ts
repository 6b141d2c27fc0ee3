import Type from 'typebox';
import { commandsOf } from '../declaration/command';
import { Id, Metadata, nullable } from '../fields';
import { RuleMode } from '../monitoring-rules/events';
import { actorName } from '../staff/officer';
import { PROPOSAL_COMMANDS } from '../topics';
import { Proposal } from './views';

const proposalCommand = commandsOf(PROPOSAL_COMMANDS, 'tenant_id');

const request = Type.Object({
  tenant_id: Id,
  proposal_id: Type.String({ format: 'uuid', description: 'the caller chooses it' }),
  rule_id: Id,
  mode: Type.Optional(RuleMode),
  definition: Type.Optional(Metadata),
  expected_version: Type.Integer({ description: 'the version that the change replaces' }),
  actor: Type.String({ description: '`institution:<API key>`' }),
  ...actorName,
});

export const reviewRuleChange = proposalCommand({
  name: 'back-office.review-rule-change',
  summary:
    'Propose a new version of a monitoring rule on behalf of an institution, if its tenant demands that staff approve ' +
    'or decline it. A pending proposal of the same change is returned again.',
  request,
  reply: Type.Object({ proposal: nullable(Proposal, { description: 'null: the change needs no approval' }) }),
});

/** Gateways of earlier versions send it: they decided themselves whether the tenant demands it. */
export const proposeRuleChange = proposalCommand({
  name: 'back-office.propose-rule-change',
  summary:
    'Propose a new version of a monitoring rule on behalf of an institution. Staff approve or decline it. A pending ' +
    'proposal of the same change is returned again.',
  request,
  reply: Proposal,
});
