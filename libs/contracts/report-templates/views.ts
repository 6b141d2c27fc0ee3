import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { Hash, Id, nullable, Timestamp } from '../fields';
import { TEMPLATE_MEDIA_TYPES } from './words';

/** A version of a template, without its text. */
export const templateHead = {
  template_id: Id,
  version: Type.Integer({ minimum: 1, description: 'counts from 1; each change of the template is a new version' }),
  name: Type.String({ description: 'what staff choose it by' }),
  media_type: Type.Enum(TEMPLATE_MEDIA_TYPES, {
    title: 'TemplateMediaType',
    description: 'what its documents are; it decides how values are escaped',
  }),
  extension: Type.String({ description: 'of the file name, without the dot' }),
  sha256: { ...Hash, description: 'of the text of the template in UTF-8' },
};

const EXAMPLE = { name: 'Letter to the authority', media_type: 'text/plain' as const, extension: 'txt' };

const Head = Type.Object({
  ...templateHead,
  reason: Type.String(),
  officer: Type.String({ description: 'who saved this version' }),
  saved_at: Timestamp,
  removed_at: nullable(Timestamp, { description: 'null: the template can be used' }),
});

export const ReportTemplateView = view('ReportTemplate', Head, {
  description: 'A template for documents of approved reports.',
  example: EXAMPLE,
});

export const ReportTemplateDetail = view(
  'ReportTemplateDetail',
  Type.Object({ ...Head.properties, template: Type.String({ description: 'the text, in Mustache' }) }),
  { description: 'A version of a template with its text.', example: { ...EXAMPLE, template: '{{subject.name}}' } },
);

export const TemplatePreview = view(
  'TemplatePreview',
  Type.Object({
    problems: Type.Array(Type.String(), {
      description: 'what is wrong with the template, in sentences with the line; none: it can be saved',
    }),
    document: nullable(Type.String(), { description: 'an example report in this template; null with problems' }),
    fields: Type.Array(Type.String(), { description: 'the names that a template can use; [] follows a list' }),
  }),
  {
    description: 'What a template makes of an example report. Nothing is saved.',
    example: { document: 'Amira Haddad' },
  },
);

export const UsedTemplate = view(
  'UsedTemplate',
  Type.Object({
    template_id: templateHead.template_id,
    version: templateHead.version,
    name: templateHead.name,
    media_type: templateHead.media_type,
    sha256: templateHead.sha256,
  }),
  { description: 'The version of the template that made a document.' },
);
export type UsedTemplate = Static<typeof UsedTemplate>;

export const TemplateExport = view(
  'TemplateExport',
  Type.Object({
    template: UsedTemplate,
    file_name: Type.String(),
    media_type: templateHead.media_type,
    sha256: { ...Hash, description: 'of the bytes' },
    bytes: Type.Integer({ minimum: 1 }),
    content: Type.String({ description: 'the bytes in Base64' }),
  }),
  {
    description: 'A report as the template of the tenant writes it.',
    example: { file_name: 'STR-2026-03-02-3a4b5c6d7e8f.txt', media_type: 'text/plain', content: 'QW1pcmE=' },
  },
);

export type ReportTemplateView = Static<typeof ReportTemplateView>;
export type ReportTemplateDetail = Static<typeof ReportTemplateDetail>;
export type TemplatePreview = Static<typeof TemplatePreview>;
export type TemplateExport = Static<typeof TemplateExport>;
