import type {
  ReportTemplateDetail,
  ReportTemplateView,
  TemplatePreview,
} from '@probity/contracts/report-templates/views';
import { TEMPLATE_MEDIA_TYPES } from '@probity/contracts/report-templates/words';
import { command, group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { DECISION, number, required } from '../declaration/options';
import { readTextFile } from '../files/read-file';
import { printable } from '../output/printable';
import { report, section } from '../output/report';
import { type Column, facts } from '../output/table';

const TEMPLATES = 'tenants/{tenant}/report-templates';
const MEDIA_TYPE = {
  media_type: required('--media-type <type>', 'what its documents are', TEMPLATE_MEDIA_TYPES),
};
const ABOUT = {
  name: required('--name <text>', 'what staff choose it by'),
  ...MEDIA_TYPE,
  extension: required('--extension <letters>', 'of the file name, such as txt'),
  ...DECISION,
};
const SAID =
  'letter.mustache --name Letter --media-type text/plain --extension txt --reason "the authority asks for it"';

const SAMPLE_TEMPLATE = '0199d5a0-0000-7000-8000-000000000000';

const COLUMNS: Column<ReportTemplateView>[] = [
  { title: 'ID', value: (row) => row.template_id },
  { title: 'NAME', value: (row) => row.name },
  { title: 'TYPE', value: (row) => row.media_type },
  { title: 'VERSION', value: (row) => row.version, align: 'right' },
  { title: 'SAVED', value: (row) => row.saved_at },
  { title: 'BY', value: (row) => row.officer },
  { title: 'SHA-256', value: (row) => row.sha256 },
];

const inLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${printable(line)}`)
    .join('\n');

function templateReport(found: ReportTemplateDetail): string {
  return report(
    `Report template ${found.template_id}`,
    facts([
      ['name', found.name],
      ['type', found.media_type],
      ['extension', found.extension],
      ['version', found.version],
      ['saved', `${found.saved_at} by ${found.officer}: ${found.reason}`],
      ['removed', found.removed_at],
      ['sha-256', found.sha256],
    ]),
    section('Template', inLines(found.template)),
  );
}

function previewReport({ problems, document, fields }: TemplatePreview): string {
  if (document !== null) return inLines(document);
  return report(
    'The template cannot be saved.',
    section('Problems', inLines(problems.join('\n'))),
    section('Fields', inLines(fields.join('\n'))),
  );
}

export const addReportTemplateCommands = group(
  'report-templates',
  'templates that write approved reports in other formats',
  'list --tenant acme',
  [
    list({
      usage: 'list',
      summary: 'list the templates of a tenant, by name',
      path: TEMPLATES,
      columns: COLUMNS,
      nothing: 'Tenant {tenant} has no report templates.',
    }),
    show({
      usage: 'show <template-id>',
      summary: 'show a template with its text',
      path: `${TEMPLATES}/{template-id}`,
      report: templateReport,
    }),
    list({
      usage: 'versions <template-id>',
      summary: 'list every version of a template, newest first',
      path: `${TEMPLATES}/{template-id}/versions`,
      columns: COLUMNS,
      nothing: 'There is no such template.',
    }),
    command({
      usage: 'preview <file>',
      summary: 'try a template (a text file) with an example report; saves nothing',
      example: 'letter.mustache --media-type text/plain',
      path: `${TEMPLATES}/preview`,
      options: MEDIA_TYPE,
      run: async ({ file, media_type }, { backOffice, path, answer, surroundings }) => {
        const tried = await backOffice.post<TemplatePreview>(path, { template: await readTextFile(file), media_type });
        if (tried.document === null) surroundings.exitCode = 1;
        answer(tried, previewReport(tried));
      },
    }),
    change({
      usage: 'add <file>',
      summary: 'add a template (a text file in Mustache)',
      example: SAID,
      path: TEMPLATES,
      options: ABOUT,
      body: async ({ file, name, media_type, extension, reason }) => ({
        ...{ name, media_type, extension, reason },
        template: await readTextFile(file),
      }),
      report: ({ template_id, name }: ReportTemplateDetail) => `Added template ${template_id} (${printable(name)}).`,
    }),
    change({
      usage: 'change <template-id> <file>',
      summary: 'save a new version of a template: it then has this name, type and text',
      example: `${SAMPLE_TEMPLATE} --version-seen 1 ${SAID}`,
      method: 'put',
      path: `${TEMPLATES}/{template-id}`,
      options: {
        expected_version: required(
          '--version-seen <number>',
          'the version that you saw',
          number(/^[1-9]\d*$/, 'a whole number'),
        ),
        ...ABOUT,
      },
      body: async ({ file, name, media_type, extension, reason, expected_version }) => ({
        ...{ name, media_type, extension, reason, expected_version },
        template: await readTextFile(file),
      }),
      report: ({ template_id, version }: ReportTemplateDetail) => `Template ${template_id} now has version ${version}.`,
    }),
    change({
      usage: 'remove <template-id>',
      summary: 'remove a template; its versions stay readable, and what was exported stays',
      example: '--reason "the authority has goAML now"',
      path: `${TEMPLATES}/{template-id}/remove`,
      options: DECISION,
      report: ({ template_id, name }: ReportTemplateDetail) => `Removed template ${template_id} (${printable(name)}).`,
    }),
  ],
);
