import Type from 'typebox';
import { commandsOf } from '../declaration/command';
import { Id } from '../fields';
import { reviewedAs } from '../proposals/reviewed-as';
import { UsedTemplate } from '../report-templates/views';
import { officer } from '../staff/officer';
import { CUSTOMER_COMMANDS } from '../topics';
import { reportContent } from './content';
import { ReportExported, ReportFiled, ReportProposed } from './events';
import { ReportFacts } from './facts';
import { ReportDetail } from './views';

const reportCommand = commandsOf(CUSTOMER_COMMANDS, 'report_id');
const about = { tenant_id: Id, report_id: Id, reason: Type.String(), ...officer };
const version = Type.Integer({ minimum: 1, description: 'the version that the caller saw' });

export const draftReport = reportCommand({
  name: 'customer-risk.draft-report',
  summary: 'Begin a report of suspicious activity from a case.',
  request: Type.Object({ ...about, ...reportContent, case_id: Id, replaces: Type.Optional(Id) }),
  reply: ReportDetail,
});

export const changeReport = reportCommand({
  name: 'customer-risk.change-report',
  summary: 'Change the draft of a report.',
  request: Type.Object({ ...about, ...reportContent, expected_version: version }),
  reply: ReportDetail,
});

export const approveReport = reportCommand({
  name: 'customer-risk.approve-report',
  summary: 'Approve the draft of a report, with what it says about the customer and the transactions.',
  request: Type.Object({
    ...about,
    ...reviewedAs,
    proposed: Type.Optional(ReportProposed),
    version,
    facts: ReportFacts,
  }),
  reply: ReportDetail,
});

export const discardReport = reportCommand({
  name: 'customer-risk.discard-report',
  summary: 'Give the draft of a report up.',
  request: Type.Object({ ...about, version }),
  reply: ReportDetail,
});

const { format, sha256, bytes } = ReportExported.data.properties;
export const recordReportExport = reportCommand({
  name: 'customer-risk.record-report-export',
  summary: 'Record that staff read an approved report in a format, before they get it.',
  request: Type.Object({ ...about, format, sha256, bytes }),
  reply: ReportDetail,
});

export const recordTemplateExport = reportCommand({
  name: 'customer-risk.record-template-export',
  summary: 'Record that staff read an approved report as a template writes it, before they get it.',
  request: Type.Object({ ...about, template: UsedTemplate, sha256, bytes }),
  reply: ReportDetail,
});

const { reference, filed_on } = ReportFiled.data.properties;
export const fileReport = reportCommand({
  name: 'customer-risk.file-report',
  summary: 'Record that an authority has an approved report.',
  request: Type.Object({ ...about, reference, filed_on }),
  reply: ReportDetail,
});
