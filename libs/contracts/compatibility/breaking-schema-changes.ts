import { isDeepStrictEqual } from 'node:util';
import SchemaCheck from 'typebox/schema';
import type { JsonSchema } from '../asyncapi/json-schema';
import type { Direction } from '../asyncapi/topic-contracts';

interface Change {
  published: JsonSchema;
  current: JsonSchema;
  direction: Direction;
  /** the location, for messages */
  at: string;
}

/**
 * The parts of a schema change that break an integrator of the published schema; empty when none does.
 *
 * Messages that Probity receives: all values that the published schema allows must still be valid. Messages that it sends:
 * no value may be sent that the published schema excludes. A new value of an enumeration breaks too, unless
 * it is sent only to integrators that requested it.
 * In both: no described property may be removed. Objects are open: a property that is not described
 * is ignored. A change that cannot be judged counts as breaking.
 */
export function breakingSchemaChanges(
  published: JsonSchema,
  current: JsonSchema,
  direction: Direction,
  at: string,
): string[] {
  const change = { published, current, direction, at };
  if (isDeepStrictEqual(published, current)) return [];
  if (isUnion(published) || isUnion(current)) return unionChanges(change);

  const ofType = typeChange(change);
  if (ofType.length > 0) return ofType;
  return [valueChanges, ruleChanges, propertyChanges, requiredChanges, openness, itemChanges, otherChanges].flatMap(
    (rule) => rule(change),
  );
}

/** The schema of the writer of messages, and the schema of their reader. */
const sides = ({ published, current, direction }: Change): { writer: JsonSchema; reader: JsonSchema } =>
  direction === 'received' ? { writer: published, reader: current } : { writer: current, reader: published };

const below = (change: Change, published: JsonSchema, current: JsonSchema, at: string): string[] =>
  breakingSchemaChanges(published, current, change.direction, at);

function broken({ direction, at }: Change, what: string): string[] {
  const consequence = direction === 'received' ? 'rejects values that were valid' : 'sends values that were excluded';
  return [`${at}: ${what}; it ${consequence}`];
}

function changed(change: Change, keyword: string): string[] {
  const { published, current } = change;
  return broken(change, `${keyword} changed from ${shown(published[keyword])} to ${shown(current[keyword])}`);
}

const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

// --- types and values

function typeChange(change: Change): string[] {
  const { writer, reader } = sides(change);
  const [written, read] = [typeOf(writer), typeOf(reader)];
  if (read === undefined || written === read || (written === 'integer' && read === 'number')) return [];
  const [before, now] = [typeOf(change.published), typeOf(change.current)];
  return broken(change, `type changed from ${before ?? 'any'} to ${now ?? 'any'}`);
}

/** The type of an enumeration without `type`: the type of its values, when all have the same. */
function typeOf(schema: JsonSchema): string | undefined {
  if (typeof schema.type === 'string') return schema.type;
  const types = new Set(valuesOf(schema)?.map(typeOfValue));
  return types.size === 1 ? [...types][0] : undefined;
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function valuesOf(schema: JsonSchema): unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  return schema.enum as unknown[] | undefined;
}

/**
 * Fields that repeat the values of a request. An endpoint has a type of event only when the institution requested that
 * type, and an entry of its own list has a schema only when the institution gave it. So a new value never reaches a
 * reader that does not know it.
 */
const REPEATED = [
  /\.event_types\[\]$/,
  /pipeline\.add-watchlist-entries\.reply payload\[\]\.schema$/,
  /\/tenants\/\{slug\}\/watchlist-entries(\/\{entryId\})? \d+\.data(\[\])?\.schema$/,
];

function valueChanges(change: Change): string[] {
  const { writer, reader } = sides(change);
  const [written, read] = [valuesOf(writer), valuesOf(reader)];
  if (!written)
    return read ? broken(change, `values changed from ${values(change.published)} to ${values(change.current)}`) : [];
  if (change.direction === 'sent' && REPEATED.some((path) => path.test(change.at))) return [];
  const refused = written.filter((value) => !SchemaCheck.Check(reader, value));
  const word = change.direction === 'received' ? 'removed' : 'added';
  return refused.flatMap((value) => broken(change, `value ${shown(value)} ${word}`));
}

const values = (schema: JsonSchema): string => valuesOf(schema)?.map(shown).join(', ') ?? 'any';

// --- rules for texts, numbers and lengths

/** Whether the rule of a reader excludes values that the rule of a writer allows; undefined: the reader has no rule. */
type Excludes = (written: unknown, read: unknown) => boolean;

const unlessEqual: Excludes = (written, read) => written !== read;
const lower: (without: number) => Excludes = (without) => (written, read) => Number(written ?? without) < Number(read);
const higher: Excludes = (written, read) => Number(written ?? Infinity) > Number(read);

const EXCLUDES: Record<string, Excludes> = {
  pattern: unlessEqual,
  format: unlessEqual,
  minimum: lower(-Infinity),
  exclusiveMinimum: lower(-Infinity),
  minLength: lower(0),
  minItems: lower(0),
  minProperties: lower(0),
  maximum: higher,
  exclusiveMaximum: higher,
  maxLength: higher,
  maxItems: higher,
  maxProperties: higher,
  multipleOf: (written, read) => written === undefined || Number(written) % Number(read) !== 0,
  uniqueItems: (written, read) => read === true && written !== true,
};

function ruleChanges(change: Change): string[] {
  const { writer, reader } = sides(change);
  if (valuesOf(writer)) return []; // each of its values is already compared
  return Object.entries(EXCLUDES)
    .filter(([keyword, excludes]) => keyword in reader && excludes(writer[keyword], reader[keyword]))
    .flatMap(([keyword]) => changed(change, keyword));
}

// --- objects

type Properties = Record<string, JsonSchema>;
const propertiesOf = (schema: JsonSchema): Properties => schema.properties ?? {};
const requiredOf = (schema: JsonSchema): string[] => schema.required ?? [];

function propertyChanges(change: Change): string[] {
  const [before, now] = [propertiesOf(change.published), propertiesOf(change.current)];
  const kept = Object.entries(before).flatMap(([name, schema]) => {
    const at = `${change.at}.${name}`;
    return name in now ? below(change, schema, now[name]!, at) : [`${at}: removed`];
  });
  const added = Object.entries(now).flatMap(([name, schema]) => (name in before ? [] : addition(change, name, schema)));
  return [...kept, ...added];
}

/** A new property is harmless, unless the published schema restricts undescribed properties. */
function addition(change: Change, name: string, schema: JsonSchema): string[] {
  const at = `${change.at}.${name}`;
  const patterns = Object.entries((change.published.patternProperties ?? {}) as Properties);
  const [, said] = patterns.find(([pattern]) => new RegExp(pattern, 'u').test(name)) ?? [];
  const { additionalProperties } = change.published;
  if (said) return below(change, said, schema, at);
  if (additionalProperties === false) return change.direction === 'sent' ? broken(change, `${name} added`) : [];
  return isSchema(additionalProperties) ? below(change, additionalProperties, schema, at) : [];
}

function requiredChanges(change: Change): string[] {
  const { writer, reader } = sides(change);
  const missing = requiredOf(reader).filter((name) => !requiredOf(writer).includes(name));
  const word = change.direction === 'received' ? 'is now required' : 'is no longer always there';
  return missing
    .filter((name) => name in propertiesOf(change.current) || !(name in propertiesOf(change.published))) // else: removed
    .map((name) => `${change.at}.${name}: ${word}`);
}

/** The schema of properties that are not described by name. */
function openness(change: Change): string[] {
  const { writer, reader } = sides(change);
  const [before, now] = [change.published, change.current].map((one) => (one.patternProperties ?? {}) as Properties);
  const patterns = new Set([...Object.keys(before!), ...Object.keys(now!)]);
  const ofPatterns = [...patterns].flatMap((pattern) =>
    below(change, before![pattern] ?? {}, now![pattern] ?? {}, `${change.at}[${pattern}]`),
  );
  const [written, read] = [writer.additionalProperties ?? true, reader.additionalProperties ?? true];
  if (written === false || read === true) return ofPatterns;
  if (read === false) return [...ofPatterns, ...changed(change, 'additionalProperties')];
  const [p, c] = [change.published, change.current].map((one) => asSchema(one.additionalProperties));
  return [...ofPatterns, ...below(change, p!, c!, `${change.at}[*]`)];
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asSchema = (value: unknown): JsonSchema => (isSchema(value) ? value : {});

// --- lists

function itemChanges(change: Change): string[] {
  const [before, now] = [change.published.items, change.current.items];
  if (Array.isArray(before) || Array.isArray(now))
    return isDeepStrictEqual(before, now) ? [] : changed(change, 'items');
  return below(change, asSchema(before), asSchema(now), `${change.at}[]`);
}

// --- unions

const isUnion = ({ anyOf, type }: JsonSchema): boolean => Array.isArray(anyOf) || Array.isArray(type);

/** Keywords next to the variants of a union apply to each of them. */
function variantsOf(schema: JsonSchema): JsonSchema[] {
  if (Array.isArray(schema.anyOf)) {
    const { anyOf, ...beside } = schema;
    return anyOf.map((variant) => ({ ...beside, ...variant }));
  }
  if (Array.isArray(schema.type)) return schema.type.map((type: unknown) => ({ ...schema, type }));
  return [schema];
}

/** Whether a variant has a different value for a keyword next to the union: both apply, and one schema cannot state both. */
function isContradictory({ anyOf, ...beside }: JsonSchema): boolean {
  return (anyOf ?? []).some((variant) =>
    Object.keys(beside).some((keyword) => keyword in variant && !isDeepStrictEqual(variant[keyword], beside[keyword])),
  );
}

/** The reader must know every variant of the writer. */
function unionChanges(change: Change): string[] {
  if (isContradictory(change.published) || isContradictory(change.current)) {
    return [`${change.at}: a union and the keywords next to it changed; the effect cannot be judged`];
  }
  const { writer, reader } = sides(change);
  return variantsOf(writer).flatMap((written) => {
    const reasons = variantsOf(reader).map((read) =>
      change.direction === 'received'
        ? below(change, written, read, change.at)
        : below(change, read, written, change.at),
    );
    if (reasons.some((list) => list.length === 0)) return [];
    const alike = reasons.filter((_list, index) => typeOf(variantsOf(reader)[index]!) === typeOf(written));
    return alike.length === 1
      ? alike[0]!
      : broken(change, `${shown(written)} ${change.direction === 'received' ? 'removed' : 'added'}`);
  });
}

// --- the rest

const JUDGED = new Set([
  ...['type', 'const', 'enum', 'anyOf', 'properties', 'required', 'items', 'patternProperties', 'additionalProperties'],
  ...Object.keys(EXCLUDES),
]);
/** Keywords that describe and do not restrict. */
const SAYINGS = new Set([
  'title',
  'description',
  'examples',
  'default',
  'deprecated',
  '$comment',
  'readOnly',
  'writeOnly',
]);

function otherChanges(change: Change): string[] {
  const { published, current, at } = change;
  return [...new Set([...Object.keys(published), ...Object.keys(current)])]
    .filter((keyword) => !JUDGED.has(keyword) && !SAYINGS.has(keyword) && !keyword.startsWith('x-'))
    .filter((keyword) => !isDeepStrictEqual(published[keyword], current[keyword]))
    .map((keyword) => `${at}: ${keyword} changed; the effect cannot be judged`);
}
