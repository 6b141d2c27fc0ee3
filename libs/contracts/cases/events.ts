import Type, { type Static } from 'typebox';
import { type DataOf, type EventOf, factsOf } from '../declaration/fact';
import { view } from '../declaration/view';
import { Id, Timestamp } from '../fields';
import { personal } from '../personal-data/personal';
import { CASE_EVENTS } from '../topics';
import { CASE_OUTCOMES } from './words';
import { officer } from '../staff/officer';
import { aboutFile } from '../case-files/views';

export const CASE_STREAM_PREFIX = 'case-';
/** The stream that holds everything about one case. */
export const caseStream = (caseId: string): string => `${CASE_STREAM_PREFIX}${caseId}`;

const caseFact = factsOf({
  service: 'customer-risk',
  prefix: CASE_STREAM_PREFIX,
  topic: CASE_EVENTS,
  idField: 'case_id',
  sealedBy: 'customer_id',
});

export const CaseOutcome = view('CaseOutcome', Type.Enum(CASE_OUTCOMES));
export type CaseOutcome = Static<typeof CaseOutcome>;

const about = { case_id: Id, tenant_id: Id, customer_id: Id, ...officer };

export const CaseOpened = caseFact('CaseOpened', {
  summary: 'Staff opened an investigation of a customer. It is the first event of its stream.',
  data: Type.Object({
    ...about,
    title: personal('free_text', Type.String()),
    reason: personal('free_text', Type.String()),
    alert_ids: Type.Array(Id),
    opened_at: Timestamp,
  }),
});

export const AlertsAddedToCase = caseFact('AlertsAddedToCase', {
  summary: 'Staff added alerts to a case.',
  data: Type.Object({
    ...about,
    alert_ids: Type.Array(Id),
    reason: personal('free_text', Type.String()),
    added_at: Timestamp,
  }),
});

export const CaseNoteAdded = caseFact('CaseNoteAdded', {
  summary: 'Staff added a note to a case.',
  data: Type.Object({ ...about, note: personal('free_text', Type.String()), added_at: Timestamp }),
});

export const CaseClosed = caseFact('CaseClosed', {
  summary: 'Staff closed a case. The status of its alerts does not change.',
  data: Type.Object({
    ...about,
    outcome: CaseOutcome,
    reason: personal('free_text', Type.String()),
    closed_at: Timestamp,
  }),
});

export const CaseFileAttached = caseFact('CaseFileAttached', {
  summary: 'Staff attached a file to a case. Its content is in a stream of its own.',
  data: Type.Object({
    ...about,
    file_id: Id,
    name: personal('document', Type.String()),
    ...aboutFile,
    attached_at: Timestamp,
  }),
});

export const CaseFileRemoved = caseFact('CaseFileRemoved', {
  summary: 'Staff removed a file from a case. The key of its content is destroyed.',
  data: Type.Object({
    ...about,
    file_id: Id,
    reason: personal('free_text', Type.String()),
    removed_at: Timestamp,
  }),
});

export type CaseOpened = DataOf<typeof CaseOpened>;
export type AlertsAddedToCase = DataOf<typeof AlertsAddedToCase>;
export type CaseNoteAdded = DataOf<typeof CaseNoteAdded>;
export type CaseClosed = DataOf<typeof CaseClosed>;

export type CaseFileAttached = DataOf<typeof CaseFileAttached>;
export type CaseFileRemoved = DataOf<typeof CaseFileRemoved>;

export const CASE_FACTS = [
  CaseOpened,
  AlertsAddedToCase,
  CaseNoteAdded,
  CaseClosed,
  CaseFileAttached,
  CaseFileRemoved,
] as const;
export type CaseEvent = EventOf<(typeof CASE_FACTS)[number]>;
