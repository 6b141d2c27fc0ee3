import type { Reported } from '../reported';

/** What a template can name: texts, conditions, objects, and lists of objects. */
export type Value = string | boolean | TemplateData | TemplateData[];
export interface TemplateData {
  [name: string]: Value;
}

/**
 * A report as templates see it. It has no functions, and no field is ever absent: what is unknown is an empty text,
 * which is false in a condition. Each item of a list knows whether it is the first and the last, for separators.
 */
export function templateData({ id, at, approval, content, facts }: Reported): TemplateData {
  const { narrative, measures } = content;
  return {
    id,
    kind: content.kind,
    approved_at: at,
    approved_on: at.slice(0, 10),
    approved_by: line(approval?.by),
    proposed_by: line(approval?.proposedBy),
    narrative: lines(narrative),
    measures: lines(measures),
    indicators: list(content.indicators.map((code) => ({ code }))),
    entity: texts(facts.entity),
    subject: { ...texts(facts.subject), identity_documents: list(facts.subject.identity_documents.map(texts)) },
    transactions: list(facts.transactions.map(texts)),
    alerts: list(facts.alerts.map(texts)),
  };
}

/** Every name with its path; `[]` follows a list. */
export const fieldNames = (data: TemplateData, path = ''): string[] =>
  Object.entries(data).flatMap(([name, value]) => {
    if (Array.isArray(value)) return fieldNames(value[0] ?? {}, `${path}${name}[].`);
    return typeof value === 'object' ? fieldNames(value, `${path}${name}.`) : [`${path}${name}`];
  });

const list = (items: TemplateData[]): TemplateData[] =>
  items.map((item, index) => ({ ...item, first: index === 0, last: index === items.length - 1 }));

const texts = (fields: object): TemplateData =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null ? [] : [[name, line(value as string | null)]],
    ),
  );

/** One line: a value from a customer or a counterparty cannot look like further lines of the document. */
const line = (value: string | null | undefined): string => lines(value).replace(/\s+/g, ' ').trim();

const lines = (value: string | null | undefined): string =>
  (value ?? '').toWellFormed().replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n');
