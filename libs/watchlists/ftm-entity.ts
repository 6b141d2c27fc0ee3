import { excerptOf } from './importer';

export type Properties = Map<string, string[]>;

/** An entity of FollowTheMoney. */
export interface FtmEntity {
  id: string;
  schema: string;
  caption: string;
  target: boolean | undefined;
  /** the texts of each property, sorted, because their order changes from one export to the next */
  properties: Properties;
  /** the entities within the properties, which `targets.nested.json` has instead of their ids */
  nested: FtmEntity[];
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An entity that is nested deeper describes another one than the entity of the line. */
function entityOf({ id, schema, caption, target, properties }: Fields, depth: number): FtmEntity {
  const texts: Properties = new Map();
  const nested: FtmEntity[] = [];
  for (const [name, content] of isFields(properties) ? Object.entries(properties) : []) {
    const values: unknown[] = Array.isArray(content) ? content : [content];
    const strings = values.filter((each) => typeof each === 'string');
    if (strings.length > 0) texts.set(name, strings.sort());
    if (depth > 0) continue;
    for (const value of values) if (isFields(value)) nested.push(entityOf(value, depth + 1));
  }
  return {
    id: text(id),
    schema: text(schema),
    caption: text(caption),
    target: typeof target === 'boolean' ? target : undefined,
    properties: texts,
    nested,
  };
}

/** Returns the entity of a line, or what is wrong with the line. */
export function entityIn(line: string): FtmEntity | { wrong: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { wrong: `it is not JSON: ${excerptOf((error as Error).message)}` };
  }
  if (!isFields(value)) return { wrong: 'it is not a JSON object' };
  if (text(value.id) === '') return { wrong: 'the record has no id' };
  if (text(value.schema) === '') return { wrong: 'the record has no schema' };
  if (!isFields(value.properties)) return { wrong: 'the record has no properties' };
  return entityOf(value, 0);
}
