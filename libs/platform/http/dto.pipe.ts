import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { invalid } from '../errors';
import { listTypeOf } from './list-of.decorator';

const MAX_MESSAGES = 5;
const MAX_NAME = 100;
const DIGITS = /^\d{1,15}$/;

/**
 * Turns bodies and queries into instances of their DTO classes, and validates them. Nothing is
 * converted but query values that a class declares as numbers. Unknown fields are refused before
 * anything is copied, so that no field name can reach into a prototype.
 */
@Injectable()
export class DtoPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || fieldsOf(metatype).size === 0) return value;
    if (!isPlainObject(value)) throw invalid('invalid_field', 'the request body must be a JSON object');

    const problems: string[] = [];
    const dto = instantiate(metatype as Type<object>, value, '', type === 'query', problems);
    if (problems.length === 0) {
      for (const error of validateSync(dto, { forbidUnknownValues: true })) problems.push(...messagesOf(error, ''));
    }
    if (problems.length > 0) throw invalid('invalid_field', sentence(problems));
    return dto;
  }
}

function instantiate(
  dtoClass: Type<object>,
  plain: Record<string, unknown>,
  path: string,
  isQuery: boolean,
  problems: string[],
): object {
  const fields = fieldsOf(dtoClass);
  const dto = new dtoClass() as Record<string, unknown>;
  for (const [field, value] of Object.entries(plain)) {
    const here = path === '' ? field : `${path}.${field}`;
    const itemClass = fields.has(field) ? listTypeOf(dtoClass, field) : undefined;
    if (!fields.has(field)) problems.push(`${shown(here)} is not a known field`);
    else if (itemClass && !Array.isArray(value)) problems.push(`${here} must be a list of objects`);
    else if (itemClass) dto[field] = items(itemClass, value as unknown[], here, isQuery, problems);
    else dto[field] = isQuery && isNumber(dtoClass, field) ? toNumber(value) : value;
  }
  return dto;
}

function items(
  itemClass: Type<object>,
  list: unknown[],
  path: string,
  isQuery: boolean,
  problems: string[],
): unknown[] {
  return list.map((item, index) => {
    const here = `${path}[${index}]`;
    if (isPlainObject(item)) return instantiate(itemClass, item, here, isQuery, problems);
    problems.push(`${here} must be an object`);
    return item;
  });
}

/** A client chooses the names of unknown fields; the answer does not repeat a long one whole. */
const shown = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);

/** Query values are text; anything but plain digits stays text and fails its check. */
const toNumber = (value: unknown): unknown => (typeof value === 'string' && DIGITS.test(value) ? Number(value) : value);

const isNumber = (dtoClass: Type<object>, field: string): boolean =>
  Reflect.getMetadata('design:type', dtoClass.prototype as object, field) === Number;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const knownFields = new Map<unknown, Set<string>>();

/** The fields of a DTO class: those that something validates. */
function fieldsOf(dtoClass: Type): Set<string> {
  let fields = knownFields.get(dtoClass);
  if (!fields) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(dtoClass, '', false, false);
    fields = new Set(rules.map((rule) => rule.propertyName));
    knownFields.set(dtoClass, fields);
  }
  return fields;
}

/** Each problem names its field with the full path, such as `entries[1].debit must be a string`. */
function messagesOf(error: ValidationError, parent: string): string[] {
  const path = joined(parent, error.property);
  const own = [...new Set(Object.values(error.constraints ?? {}))].map((message) =>
    message.startsWith(error.property) ? path + message.slice(error.property.length) : `${path}: ${message}`,
  );
  return [...own, ...(error.children ?? []).flatMap((child) => messagesOf(child, path))];
}

function joined(parent: string, property: string): string {
  if (parent === '') return property;
  return /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;
}

function sentence(problems: string[]): string {
  const first = problems.slice(0, MAX_MESSAGES).join('; ');
  return problems.length > MAX_MESSAGES ? `${first}; and ${problems.length - MAX_MESSAGES} more` : first;
}
