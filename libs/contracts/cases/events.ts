import Type, { type Static } from 'typebox';
import { Id, Timestamp } from '../fields';

export const CASE_STREAM_PREFIX = 'case-';
/** The stream that holds everything about one case. */
export const caseStream = (caseId: string): string => `${CASE_STREAM_PREFIX}${caseId}`;

export const CASE_OUTCOMES = ['no_action', 'reported', 'relationship_ended'] as const;
export type CaseOutcome = (typeof CASE_OUTCOMES)[number];

const about = { case_id: Id, tenant_id: Id, customer_id: Id, officer: Type.String() };

/** An investigation of one customer, which groups alerts. */
export const CaseOpened = Type.Object({
  ...about,
  title: Type.String(),
  reason: Type.String(),
  alert_ids: Type.Array(Id),
  opened_at: Timestamp,
});
export const AlertsAddedToCase = Type.Object({
  ...about,
  alert_ids: Type.Array(Id),
  reason: Type.String(),
  added_at: Timestamp,
});
export const CaseNoteAdded = Type.Object({ ...about, note: Type.String(), added_at: Timestamp });
export const CaseClosed = Type.Object({
  ...about,
  outcome: Type.Enum(CASE_OUTCOMES),
  reason: Type.String(),
  closed_at: Timestamp,
});

export type CaseOpened = Static<typeof CaseOpened>;
export type AlertsAddedToCase = Static<typeof AlertsAddedToCase>;
export type CaseNoteAdded = Static<typeof CaseNoteAdded>;
export type CaseClosed = Static<typeof CaseClosed>;

export type CaseEvent =
  | { type: 'CaseOpened'; data: CaseOpened }
  | { type: 'AlertsAddedToCase'; data: AlertsAddedToCase }
  | { type: 'CaseNoteAdded'; data: CaseNoteAdded }
  | { type: 'CaseClosed'; data: CaseClosed };
