import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { Id } from '../fields';
import { personal } from '../personal-data/personal';
import { REPORT_KINDS } from './words';

/** What staff write and choose. */
export const reportContent = {
  kind: Type.Enum(REPORT_KINDS, { title: 'ReportKind', description: 'STR: transactions; SAR: activity' }),
  narrative: personal('free_text', Type.String({ description: 'what happened, and why it is suspicious' })),
  measures: personal('free_text', Type.String({ description: 'what the institution did about it; may be empty' })),
  indicators: Type.Array(Type.String(), { description: 'codes of the authority for reasons of the suspicion' }),
  event_ids: Type.Array(Id, { description: 'transactions of the customer' }),
  alert_ids: Type.Array(Id, { description: 'alerts of the case' }),
};

export const ReportContent = view('ReportContent', Type.Object(reportContent));
export type ReportContent = Static<typeof ReportContent>;

/** Only the fields that staff write and choose. */
export const contentIn = (given: ReportContent): ReportContent => ({
  kind: given.kind,
  narrative: given.narrative,
  measures: given.measures,
  indicators: given.indicators,
  event_ids: given.event_ids,
  alert_ids: given.alert_ids,
});
