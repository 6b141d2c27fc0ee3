import Type, { type Static } from 'typebox';
import { type DataOf, type EventOf, factsOf } from '../declaration/fact';
import { Hash, Id, Metadata, Timestamp } from '../fields';
import { personal } from '../personal-data/personal';
import { UsedTemplate } from '../report-templates/views';
import { officer } from '../staff/officer';
import { REPORT_EVENTS } from '../topics';
import { reportContent } from './content';
import { REPORT_FORMATS } from './words';

export const REPORT_STREAM_PREFIX = 'report-';
/** The stream that holds everything about one report. */
export const reportStream = (reportId: string): string => `${REPORT_STREAM_PREFIX}${reportId}`;

const reportFact = factsOf({
  service: 'customer-risk',
  prefix: REPORT_STREAM_PREFIX,
  topic: REPORT_EVENTS,
  idField: 'report_id',
  sealedBy: 'customer_id',
});

const about = {
  report_id: Id,
  tenant_id: Id,
  customer_id: Id,
  case_id: Id,
  ...officer,
  reason: personal('free_text', Type.String()),
};

export const ReportDrafted = reportFact('ReportDrafted', {
  summary: 'Staff began a report of suspicious activity from a case. It is the first event of its stream.',
  data: Type.Object({
    ...about,
    ...reportContent,
    replaces: Type.Optional({ ...Id, description: 'the earlier report of which this one is a new version' }),
    drafted_at: Timestamp,
  }),
});

export const ReportChanged = reportFact('ReportChanged', {
  summary: 'Staff changed the draft of a report.',
  data: Type.Object({ ...about, ...reportContent, changed_at: Timestamp }),
});

/** Who proposed a report that another person approved, and why. */
export const ReportProposed = Type.Object(
  { ...officer, reason: about.reason, at: Timestamp },
  { title: 'ReportProposed', description: 'who proposed it; absent if one person decided alone' },
);
export type ReportProposed = Static<typeof ReportProposed>;

export const ReportApproved = reportFact('ReportApproved', {
  summary: 'The content of a report was approved, and no longer changes. Its officer is who approved it.',
  data: Type.Object({
    ...about,
    proposed: Type.Optional(ReportProposed),
    version: Type.Integer({ minimum: 1, description: 'of the draft' }),
    facts: personal('finding', Metadata),
    approved_at: Timestamp,
  }),
});

export const ReportDiscarded = reportFact('ReportDiscarded', {
  summary: 'Staff gave the draft of a report up. It no longer changes.',
  data: Type.Object({
    ...about,
    version: Type.Integer({ minimum: 1, description: 'of the draft' }),
    discarded_at: Timestamp,
  }),
});

export const ReportExported = reportFact('ReportExported', {
  summary: 'Staff read an approved report in a format for an authority.',
  data: Type.Object({
    ...about,
    format: Type.Enum(REPORT_FORMATS, { title: 'ReportFormat' }),
    sha256: { ...Hash, description: 'of the bytes' },
    bytes: Type.Integer({ minimum: 1 }),
    exported_at: Timestamp,
  }),
});

export const ReportExportedByTemplate = reportFact('ReportExportedByTemplate', {
  summary: 'Staff read an approved report as a template of the tenant writes it.',
  data: Type.Object({
    ...about,
    template: UsedTemplate,
    sha256: { ...Hash, description: 'of the bytes' },
    bytes: Type.Integer({ minimum: 1 }),
    exported_at: Timestamp,
  }),
});

export const ReportFiled = reportFact('ReportFiled', {
  summary: 'An authority has an approved report.',
  data: Type.Object({
    ...about,
    reference: personal('reference', Type.String({ description: 'what the authority calls the report' })),
    filed_on: Type.String({ format: 'date', description: 'the day in UTC' }),
    filed_at: Timestamp,
  }),
});

export type ReportDrafted = DataOf<typeof ReportDrafted>;
export type ReportChanged = DataOf<typeof ReportChanged>;
export type ReportApproved = DataOf<typeof ReportApproved>;
export type ReportDiscarded = DataOf<typeof ReportDiscarded>;
export type ReportExported = DataOf<typeof ReportExported>;
export type ReportExportedByTemplate = DataOf<typeof ReportExportedByTemplate>;
export type ReportFiled = DataOf<typeof ReportFiled>;

export const REPORT_FACTS = [
  ReportDrafted,
  ReportChanged,
  ReportApproved,
  ReportDiscarded,
  ReportExported,
  ReportExportedByTemplate,
  ReportFiled,
] as const;
export type ReportEvent = EventOf<(typeof REPORT_FACTS)[number]>;
