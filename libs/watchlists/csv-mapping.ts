import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { LIST_TOPICS } from '@probity/contracts/alerts/match-kind';
import { LIST_SCHEMAS } from '@probity/contracts/watchlists/views';

/** A larger mapping is a mistake. */
export const MAX_MAPPING_BYTES = 64 * 1024;

export const DATE_ORDERS = ['year-first', 'day-first', 'month-first'] as const;

const strict = { additionalProperties: false };
const Column = Type.String({ minLength: 1, maxLength: 200 });
/** One column, or several whose texts are joined with a space, such as the parts of a name. */
const Columns = Type.Array(Type.Union([Column, Type.Array(Column, { minItems: 1, maxItems: 10 })]), { maxItems: 50 });
const Labelled = Type.Record(Column, Type.String({ minLength: 1, maxLength: 100 }), { maxProperties: 100 });
const Word = Type.String({ minLength: 1, maxLength: 200 });
const Schema = Type.Enum(LIST_SCHEMAS);
const Topic = Type.Enum(LIST_TOPICS);
const SCHEMAS = LIST_SCHEMAS.join(', ');

const Mapping = Type.Object(
  {
    separator: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
    values_separator: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
    lines_before_header: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
    date_order: Type.Optional(Type.Enum(DATE_ORDERS)),
    schema: Type.Optional(Schema),
    schemas: Type.Optional(Type.Record(Word, Schema)),
    topic: Type.Optional(Topic),
    topics: Type.Optional(Type.Record(Word, Topic)),
    other_columns: Type.Optional(Type.Enum(['remarks', 'ignore'])),
    columns: Type.Object(
      {
        id: Column,
        names: Columns,
        aliases: Type.Optional(Columns),
        weak_aliases: Type.Optional(Columns),
        birth_dates: Type.Optional(Columns),
        gender: Type.Optional(Column),
        countries: Type.Optional(Columns),
        programs: Type.Optional(Columns),
        identifiers: Type.Optional(Labelled),
        remarks: Type.Optional(Labelled),
        schema: Type.Optional(Column),
        topics: Type.Optional(Column),
      },
      strict,
    ),
  },
  strict,
);
export type Mapping = Static<typeof Mapping>;
const check = Compile(Mapping);

/**
 * Reads a mapping file. Returns its problems if there are any; each begins with the path of the field, such as
 * `columns.names must be array`.
 */
export function readMapping(json: string): Mapping | { problems: string[] } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { problems: [`it is not JSON: ${(error as Error).message}`] };
  }
  if (!check.Check(value)) {
    const problems = check.Errors(value).map((error) => {
      const path = error.instancePath.slice(1).replaceAll('/', '.');
      const { additionalProperties } = error.params as { additionalProperties?: string[] };
      if (additionalProperties === undefined) return `${path} ${error.message}`.trim();
      return `${path} has unknown fields: ${additionalProperties.join(', ')}`.trim();
    });
    return { problems: [...new Set(problems)].slice(0, 20) };
  }
  const problems = contradictions(value);
  return problems.length === 0 ? value : { problems };
}

function contradictions({ columns, schema, schemas, topic, topics }: Mapping): string[] {
  const problems: string[] = [];
  if (columns.names.length === 0) problems.push('columns.names must have at least one column');
  if (schema === undefined && columns.schema === undefined)
    problems.push(`schema is missing: give one of ${SCHEMAS}, or the column that says so as columns.schema`);
  if (columns.schema !== undefined && schemas === undefined)
    problems.push(`schemas is missing: say which words of columns.schema mean which of ${SCHEMAS}`);
  if (topic === undefined && columns.topics === undefined)
    problems.push(
      'topic is missing: say why a party is on the list, such as pep, or give the column as columns.topics',
    );
  if (columns.topics !== undefined && topics === undefined)
    problems.push('topics is missing: say which words of columns.topics mean which topic');
  return problems;
}

/** All columns that the mapping names, each once. */
export function columnsOf({ columns }: Mapping): string[] {
  const { id, names, gender, identifiers = {}, remarks = {}, schema, topics } = columns;
  const optional = [columns.aliases, columns.weak_aliases, columns.birth_dates, columns.countries, columns.programs];
  const lists = [names, ...optional].flatMap((list = []) => list.flat());
  const all = [id, ...lists, gender, ...Object.keys(identifiers), ...Object.keys(remarks), schema, topics];
  return [...new Set(all.filter((column) => column !== undefined))];
}
