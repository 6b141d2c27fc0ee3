import type { TSchema } from 'typebox';
import { PERSONAL, type PersonalKind } from './personal';

/** Replace a personal text that must be present. */
export const ERASED = '[erased]';
export const RESTRICTED = '[restricted]';

/** A schema in which any keyword may be present. */
interface Described {
  [PERSONAL]?: PersonalKind;
  type?: string;
  anyOf?: Described[];
  items?: Described;
  properties?: Record<string, Described>;
  required?: string[];
}

/** A value in two parts; `joined` puts them together again. */
export interface Separated {
  /**
   * The value without its personal fields. It is valid for the same schema: an optional personal field is absent, a
   * required text is `[erased]`, a list or an object is empty, and what may be null is null.
   */
  rest: unknown;
  /** only the personal fields, at their places; undefined when there are none */
  personal: unknown;
}

/**
 * Separates the personal fields of a value from the others.
 *
 * @param text in place of a required personal text
 */
export const separate = (schema: TSchema, value: unknown, text = ERASED): Separated => separated(schema, value, text);

function separated(schema: Described, value: unknown, text: string): Separated {
  if (value === null || value === undefined) return { rest: value, personal: undefined };
  if (schema[PERSONAL]) return { rest: placeholderOf(schema, text), personal: value };
  const { anyOf, items, properties, required = [] } = schema;
  if (anyOf) return separated(anyOf.find(hasPersonal) ?? {}, value, text);
  if (items && Array.isArray(value)) return separatedList(items, value, text);
  if (!properties || typeof value !== 'object') return { rest: value, personal: undefined };
  const rest: [string, unknown][] = [];
  const personal: [string, unknown][] = [];
  for (const [name, field] of Object.entries(value)) {
    const below = Object.hasOwn(properties, name) ? properties[name]! : {};
    const parts = separated(below, field, text);
    if (!below[PERSONAL] || required.includes(name)) rest.push([name, parts.rest]);
    if (parts.personal !== undefined) personal.push([name, parts.personal]);
  }
  return { rest: Object.fromEntries(rest), personal: personal.length > 0 ? Object.fromEntries(personal) : undefined };
}

function separatedList(items: Described, list: unknown[], text: string): Separated {
  if (!hasPersonal(items)) return { rest: list, personal: undefined };
  const parts = list.map((item) => separated(items, item, text));
  const isPersonal = parts.some(({ personal }) => personal !== undefined);
  return {
    rest: parts.map(({ rest }) => rest),
    personal: isPersonal ? parts.map(({ personal }) => personal ?? null) : undefined,
  };
}

/**
 * The value that was separated into these parts. The personal fields of an object follow its other fields; a value
 * below a personal field is as it was.
 */
export function joined({ rest, personal }: Separated): unknown {
  if (personal === undefined || personal === null) return rest;
  if (Array.isArray(personal) && Array.isArray(rest) && rest.length === personal.length) {
    return personal.map((part: unknown, index) => joined({ rest: rest[index], personal: part }));
  }
  if (!isFields(personal) || !isFields(rest) || Object.keys(rest).length === 0) return personal;
  const added = Object.entries(personal).map(([name, part]) => [
    name,
    joined({ rest: Object.hasOwn(rest, name) ? rest[name] : undefined, personal: part }),
  ]);
  return { ...rest, ...(Object.fromEntries(added) as object) };
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function placeholderOf({ type, anyOf = [] }: Described, text: string): unknown {
  if (anyOf.some((variant) => variant.type === 'null')) return null;
  if (type === 'array') return [];
  return type === 'object' ? {} : text;
}

/** A personal field of a schema: its path, such as `profile.email`, and its kind. */
export interface PersonalField {
  path: string;
  kind: PersonalKind;
}

/** All personal fields below a schema. */
export const personalFieldsOf = (schema: TSchema): PersonalField[] => fieldsOf(schema, '');

function fieldsOf(schema: Described, path: string): PersonalField[] {
  if (schema[PERSONAL]) return [{ path, kind: schema[PERSONAL] }];
  const { anyOf = [], items, properties = {} } = schema;
  const step = (name: string): string => (path === '' ? name : `${path}.${name}`);
  return [
    ...anyOf.flatMap((variant) => fieldsOf(variant, path)),
    ...(items ? fieldsOf(items, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([name, below]) => fieldsOf(below, step(name))),
  ];
}

const hasPersonal = (schema: Described): boolean => fieldsOf(schema, '').length > 0;
