import type { TemplateMediaType } from '@probity/contracts/report-templates/words';
import { SaxesParser } from 'saxes';
import { csvProblem } from './csv-problem';
import { jsonProblem } from './json-problem';
import { withoutMarks } from './marks';

/** What is wrong with a document that has marks around its values, with the line; undefined: it is well-formed. */
export function documentProblem(type: TemplateMediaType, marked: string): string | undefined {
  if (withoutMarks(marked).trim() === '') return 'the document is empty';
  switch (type) {
    case 'text/plain':
      return undefined;
    case 'text/csv':
      return csvProblem(marked);
    case 'application/json':
      return jsonProblem(marked);
    case 'application/xml':
      return xmlProblem(withoutMarks(marked));
  }
}

/** The messages of the parser can have values of the report, so they are not repeated. */
function xmlProblem(document: string): string | undefined {
  let problem: string | undefined;
  const parser = new SaxesParser({ position: true });
  const found = (what: string) => (problem ??= `line ${parser.line} of the document: ${what}`);
  parser.on('doctype', () => found('a document type is not allowed'));
  parser.on('error', () => found('it is no well-formed XML'));
  parser.write(document).close();
  return problem;
}
