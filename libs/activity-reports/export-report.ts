import { createHash } from 'node:crypto';
import type { ReportFormat } from '@probity/contracts/activity-reports/words';
import type { ExportedReport } from '@probity/contracts/activity-reports/views';
import { invalid } from '@probity/platform/errors';
import { fileName } from './file-name';
import { goamlDocument } from './goaml/goaml-document';
import { goamlProblems } from './goaml/goaml-problems';
import type { Reported } from './reported';

const MEDIA: Record<ReportFormat, [type: string, extension: string]> = {
  pdf: ['application/pdf', 'pdf'],
  goaml: ['application/xml', 'xml'],
};

/** @throws Refusal `report_incomplete` when the report is no valid goAML document */
async function bytesOf(format: ReportFormat, reported: Reported): Promise<Buffer> {
  if (format === 'pdf') {
    const { reportPdf } = await import('./pdf/report-pdf'); // the libraries for PDF take long to load
    return reportPdf(reported);
  }
  const problems = await goamlProblems(reported);
  if (problems.length > 0)
    throw invalid('report_incomplete', `the report is no valid goAML document: ${problems.join(' ')}`);
  return Buffer.from(goamlDocument(reported), 'utf8');
}

/** An approved report in a format for an authority. The same report has the same bytes. */
export async function exportReport(format: ReportFormat, reported: Reported): Promise<ExportedReport> {
  const bytes = await bytesOf(format, reported);
  const [media_type, extension] = MEDIA[format];
  return {
    format,
    file_name: fileName(reported, extension),
    media_type,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    content: bytes.toString('base64'),
  };
}
