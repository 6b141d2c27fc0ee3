import type { ExportedReport, ReportDetail } from '@probity/contracts/activity-reports/views';
import { REPORT_FORMATS, REPORT_KINDS, REPORT_STATUSES } from '@probity/contracts/activity-reports/words';
import type { TemplateExport } from '@probity/contracts/report-templates/views';
import { command, group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { UsageError } from '../errors';
import { DECISION, number, optional, repeated, required } from '../declaration/options';
import { writeNewFile } from '../files/write-new-file';
import { previewReport, REPORT_COLUMNS, reportReport } from './report-report';

const ID = '0199d5a0-0000-7000-8000-000000000000';
const VERSION = required('--version-seen <number>', 'the version that you saw', number(/^[1-9]\d*$/, 'a whole number'));
const CONTENT = {
  kind: required('--kind <kind>', 'STR: transactions; SAR: activity', REPORT_KINDS),
  narrative: required('--narrative <text>', 'what happened, and why it is suspicious'),
  measures: optional('--measures <text>', 'what the institution did about it'),
  indicators: repeated('--indicator <code>', 'a code of the authority'),
  event_ids: repeated('--event <id>', 'a transaction of the customer, by the id of its event'),
  alert_ids: repeated('--alert <id>', 'an alert of the case'),
  ...DECISION,
};
const SAID = `--kind STR --narrative "five deposits below the limit" --indicator STRUCTURING --event ${ID} --reason "agreed in the review"`;

export const addReportCommands = group(
  'reports',
  'reports of suspicious activity: from a case to the authority',
  'list --tenant acme --status draft',
  [
    list({
      usage: 'list',
      summary: 'list the reports of a tenant, newest first',
      path: 'tenants/{tenant}/reports',
      filters: {
        status: optional('--status <status>', 'only reports with this status', REPORT_STATUSES),
        case_id: optional('--case <id>', 'only reports of this case'),
        customer_id: optional('--customer <id>', 'only reports about this customer'),
      },
      columns: REPORT_COLUMNS,
      nothing: 'Tenant {tenant} has no such reports.',
    }),
    show({
      usage: 'show <report-id>',
      summary: 'show a report with its history',
      path: 'tenants/{tenant}/reports/{report-id}',
      report: reportReport,
    }),
    show({
      usage: 'preview <report-id>',
      summary: 'show what a report says about the customer, and what keeps it from valid goAML',
      path: 'tenants/{tenant}/reports/{report-id}/preview',
      report: previewReport,
    }),
    change({
      usage: 'draft <case-id>',
      summary: 'draft a report about the customer of a case',
      example: SAID,
      path: 'tenants/{tenant}/cases/{case-id}/reports',
      options: {
        ...CONTENT,
        replaces: optional('--replaces <id>', 'the approved report of which this is a new version'),
      },
      report: ({ id }: ReportDetail) => `Drafted report ${id}.`,
    }),
    change({
      usage: 'change <report-id>',
      summary: 'change the draft of a report: it then has this content',
      example: `--version-seen 1 ${SAID}`,
      method: 'patch',
      path: 'tenants/{tenant}/reports/{report-id}',
      options: { expected_version: VERSION, ...CONTENT },
      report: ({ id, version }: ReportDetail) => `Report ${id} now has version ${version}.`,
    }),
    change({
      usage: 'propose <report-id>',
      summary: 'propose the draft of a report; when a second person agrees, it no longer changes',
      example: '--version-seen 2 --reason "complete"',
      path: 'tenants/{tenant}/reports/{report-id}/approve',
      options: { expected_version: VERSION, ...DECISION },
      report: ({ id }: ReportDetail) => `Report ${id} is approved.`,
    }),
    change({
      usage: 'discard <report-id>',
      summary: 'give the draft of a report up; it stays readable, and no longer changes',
      example: '--version-seen 2 --reason "the payments were explained"',
      path: 'tenants/{tenant}/reports/{report-id}/discard',
      options: { expected_version: VERSION, ...DECISION },
      report: ({ id }: ReportDetail) => `Report ${id} is discarded.`,
    }),
    command({
      usage: 'export <report-id>',
      summary: 'write an approved report into a new file; the audit trail records its format and hash',
      example: '--format goaml --output report.xml --reason "to file it"',
      path: 'tenants/{tenant}/reports/{report-id}/exports',
      options: {
        format: optional('--format <format>', 'pdf: for people; goaml: XML for an authority', REPORT_FORMATS),
        template: optional('--template <id>', 'instead of a format: a template of the tenant'),
        output: optional('--output <file>', 'the new file; by default a name with the kind, the day and the id'),
        ...DECISION,
      },
      run: async ({ format, template, output, reason }, { backOffice, path, answer }) => {
        if ((format === undefined) === (template === undefined)) throw new UsageError('Give --format or --template.');
        const { content, ...about } =
          template === undefined
            ? await backOffice.post<ExportedReport>(path, { format, reason })
            : await backOffice.post<TemplateExport>(path.replace(/exports$/, 'template-exports'), {
                template_id: template,
                reason,
              });
        const file = output ?? about.file_name;
        await writeNewFile(file, Buffer.from(content, 'base64'));
        answer({ ...about, file }, `Wrote ${about.bytes} bytes to ${file} (SHA-256 ${about.sha256}).`);
      },
    }),
    change({
      usage: 'filed <report-id>',
      summary: 'record that an authority has an approved report',
      example: '--reference FIU-2026-00017 --on 2026-03-02 --reason "filed on its page"',
      path: 'tenants/{tenant}/reports/{report-id}/filing',
      options: {
        reference: required('--reference <text>', 'what the authority calls the report'),
        filed_on: required('--on <date>', 'the day in UTC on which the authority got it'),
        ...DECISION,
      },
      report: ({ id, reference }: ReportDetail) => `Report ${id} is filed as ${reference}.`,
    }),
  ],
);
