import { createHash } from 'node:crypto';
import type { TemplateMediaType } from '@probity/contracts/report-templates/words';
import type { ReportTemplateDetail, TemplateExport } from '@probity/contracts/report-templates/views';
import { invalid } from '@probity/platform/errors';
import type { Reported } from '../reported';
import { fileName } from '../file-name';
import { documentProblem } from './document-problem';
import { EXAMPLE_REPORT } from './example-report';
import { withoutMarks } from './marks';
import { parseTemplate } from './parse-template';
import { fieldNames, templateData } from './template-data';
import { TooLarge, writeTokens } from './write-template';

const EXAMPLE = templateData(EXAMPLE_REPORT);
/** The names that a template can use. */
export const TEMPLATE_FIELDS = fieldNames(EXAMPLE);

export type Written = { document: string; problems?: undefined } | { document?: undefined; problems: string[] };

/** The document that a template makes of a report, or what is wrong. The same report has the same document. */
export function writeReport(template: string, type: TemplateMediaType, reported: Reported): Written {
  const parsed = parseTemplate(template, EXAMPLE);
  if (parsed.problems) return parsed;
  try {
    const marked = writeTokens(parsed.tokens, templateData(reported), type);
    const problem = documentProblem(type, marked);
    return problem === undefined ? { document: withoutMarks(marked) } : { problems: [problem] };
  } catch (error) {
    if (error instanceof TooLarge) return { problems: [error.message] };
    throw error;
  }
}

/** An example report in a template that is not saved yet. */
export const tryTemplate = (template: string, type: TemplateMediaType): Written =>
  writeReport(template, type, EXAMPLE_REPORT);

/** @throws Refusal `report_template_unsuitable` when the document would not be well-formed, or too large */
export function exportByTemplate(
  { template, extension, ...about }: ReportTemplateDetail,
  reported: Reported,
): TemplateExport {
  const { template_id, version, name, media_type, sha256 } = about;
  const { document, problems } = writeReport(template, media_type, reported);
  if (problems) {
    const what = `version ${version} of the template "${name}" cannot write this report`;
    throw invalid('report_template_unsuitable', `${what}: ${problems.join('; ')}`);
  }
  const bytes = Buffer.from(document, 'utf8');
  return {
    template: { template_id, version, name, media_type, sha256 },
    file_name: fileName(reported, extension),
    media_type,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    content: bytes.toString('base64'),
  };
}
