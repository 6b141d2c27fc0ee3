import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { REPORT_ID } from '../examples';
import { Hash, Id, nullable, Timestamp } from '../fields';
import { officer } from '../staff/officer';
import { reportContent } from './content';
import { ReportFacts } from './facts';
import { REPORT_FORMATS, REPORT_STATUSES } from './words';

const EXAMPLE = { id: REPORT_ID, status: 'draft' as const };

const ReportHead = Type.Object({
  id: Id,
  case_id: Id,
  customer_id: Id,
  kind: reportContent.kind,
  status: Type.Enum(REPORT_STATUSES),
  version: Type.Integer({
    minimum: 1,
    description: 'how often the draft was saved; a change names the version it saw',
  }),
  replaces: nullable(Id, { description: 'the earlier report of which this one is a new version' }),
  drafted_by: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
  approved_at: nullable(Timestamp),
  approved_by: nullable(Type.String(), { description: 'who approved it' }),
  proposed_by: nullable(Type.String(), { description: 'who proposed it; null if one person decided alone' }),
  filed_on: nullable(Type.String({ format: 'date' })),
  reference: nullable(Type.String(), { description: 'what the authority calls the report' }),
});

export const ReportView = view('Report', ReportHead, {
  description: 'A report of suspicious activity from a case.',
  example: EXAMPLE,
});

const ReportEntry = view(
  'ReportEntry',
  Type.Object({ what: Type.String(), text: Type.String(), ...officer, at: Timestamp }),
);

const { kind: _, ...written } = reportContent;

export const ReportDetail = view(
  'ReportDetail',
  Type.Object({ ...ReportHead.properties, ...written, entries: Type.Array(ReportEntry) }),
  { description: 'A report with what staff wrote and did, oldest first.', example: EXAMPLE },
);

export const ReportPreview = view(
  'ReportPreview',
  Type.Object({
    version: ReportHead.properties.version,
    facts: ReportFacts,
    problems: Type.Array(Type.String(), {
      description: 'what keeps the report from a valid goAML document, in sentences; none: it can be exported',
    }),
  }),
  { description: 'What the report says: of a draft at present, of an approved report as it was approved.' },
);

export const ExportedReport = view(
  'ExportedReport',
  Type.Object({
    format: Type.Enum(REPORT_FORMATS, { title: 'ReportFormat' }),
    file_name: Type.String(),
    media_type: Type.String(),
    sha256: { ...Hash, description: 'of the bytes' },
    bytes: Type.Integer({ minimum: 1 }),
    content: Type.String({ description: 'the bytes in Base64' }),
  }),
  {
    description: 'A report in a format for an authority.',
    example: {
      format: 'goaml',
      file_name: 'STR-2026-03-02-0199d5b9.xml',
      media_type: 'application/xml',
      content: 'PD94bWwg',
    },
  },
);

export type ReportView = Static<typeof ReportView>;
export type ReportDetail = Static<typeof ReportDetail>;
export type ReportPreview = Static<typeof ReportPreview>;
export type ExportedReport = Static<typeof ExportedReport>;
