import type { Sql } from '@probity/persistence/database';
import type { ProjectedTables } from '../rebuild/projected-tables';

/** The name of the temporary copy of a table. A projection writes only one schema. */
export const copyOf = (table: string): string => `pg_temp.${table.slice(table.indexOf('.') + 1)}`;

export const namesOf = ({ replaced, completed }: ProjectedTables): string[] =>
  [...replaced, ...completed].map(({ table }) => table);

/** Returns the same SQL about the temporary copies of these tables. */
export function aboutCopies(tables: ProjectedTables): (text: string) => string {
  const names = namesOf(tables).map((name) => name.replace('.', '\\.'));
  const pattern = new RegExp(`\\b(?:${names.join('|')})\\b`, 'g');
  return (text) => text.replace(pattern, copyOf);
}

/** Runs the statements of a projection on temporary copies of its tables. */
export function onCopies(sql: Sql, tables: ProjectedTables): Sql {
  const about = aboutCopies(tables);
  const texts = new Map<string, string | undefined>();
  for (const [text, instead] of tables.apart ?? []) texts.set(text, instead && about(instead));
  return {
    query: (text, values) => {
      if (!texts.has(text)) texts.set(text, about(text));
      const found = texts.get(text);
      return found === undefined ? Promise.resolve(NOTHING) : sql.query(found, values);
    },
  };
}

const NOTHING = { rows: [], rowCount: 0, command: '', oid: 0, fields: [] };
