import Type, { type Static } from 'typebox';
import { type EventOf, factsOf } from '../declaration/fact';
import { Id, nullable, Timestamp } from '../fields';
import { actorName } from '../staff/officer';
import { RESCREENING_EVENTS } from '../topics';
import { Count, AlertsBySeverity } from './views';
import { RESCREENING_OUTCOMES } from './words';

export const RESCREENING_STREAM_PREFIX = 'rescreening-';
/** The stream of a version of the scorer, or of the screening of all customers of one tenant with it. */
export const rescreeningStream = (id: string): string => `${RESCREENING_STREAM_PREFIX}${id}`;

const rescreeningFact = factsOf({
  service: 'pipeline',
  prefix: RESCREENING_STREAM_PREFIX,
  topic: RESCREENING_EVENTS,
  idField: 'rescreening_id',
});

const scorer_version = Type.Integer({ minimum: 1 });

export const ScorerIntroduced = rescreeningFact('ScorerIntroduced', {
  summary:
    'The installation started with this version of the scorer for the first time. Customers that were screened before ' +
    'are screened again, in one rescreening for each tenant.',
  data: Type.Object({
    rescreening_id: { ...Id, description: 'of the version, in all tenants' },
    scorer_version,
    introduced_at: Timestamp,
  }),
});

export const ScorerRescreeningStarted = rescreeningFact('ScorerRescreeningStarted', {
  summary: 'All customers of a tenant are screened again with a new version of the scorer. Its progress is no event.',
  data: Type.Object({
    rescreening_id: Id,
    tenant_id: Id,
    scorer_version,
    customers: { ...Count, description: 'to screen' },
    started_at: Timestamp,
  }),
});

export const ScorerRescreeningEnded = rescreeningFact('ScorerRescreeningEnded', {
  summary: 'The screening of all customers with a version of the scorer ended. It ends once.',
  data: Type.Object({
    rescreening_id: Id,
    tenant_id: Id,
    scorer_version,
    outcome: Type.Enum(RESCREENING_OUTCOMES),
    screened: Count,
    matched: { ...Count, description: 'customers with new matches' },
    by_severity: AlertsBySeverity,
    actor: Type.String({ description: 'who cancelled it; `system` for another outcome' }),
    ...actorName,
    reason: nullable(Type.String(), { description: 'why it failed or was cancelled; null when it was completed' }),
    ended_at: Timestamp,
  }),
  example: { outcome: 'completed', actor: 'system', reason: null },
});

export type ScorerIntroduced = Static<typeof ScorerIntroduced.data>;
export type ScorerRescreeningStarted = Static<typeof ScorerRescreeningStarted.data>;
export type ScorerRescreeningEnded = Static<typeof ScorerRescreeningEnded.data>;

export const RESCREENING_FACTS = [ScorerIntroduced, ScorerRescreeningStarted, ScorerRescreeningEnded] as const;
export type RescreeningEvent = EventOf<(typeof RESCREENING_FACTS)[number]>;
