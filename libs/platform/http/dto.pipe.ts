import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { invalid } from '../errors';
import { isObject } from '../is-object';
import { mayBeLeftOut } from './fields/field';
import { listTypeOf, maxItemsOf, objectTypeOf } from './fields/nested';
import { followsRules } from './follows-rules';
import { inTurnOf } from './large-bodies';
import { rememberRules } from './remember-rules';

rememberRules(getMetadataStorage());

const MAX_MESSAGES = 5;
const MAX_NAME = 100;
/** A body with so many unknown fields is rejected without looking at the others. */
const MAX_UNKNOWN = 100;
/** The largest number in a query. It has 15 digits, so a JavaScript number represents it exactly. */
export const MAX_QUERY_NUMBER = 999_999_999_999_999;
const DIGITS = /^\d{1,15}$/;

/** Turns bodies and queries into instances of their DTO classes, and validates them; see `readDto`. */
@Injectable()
export class DtoPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || fieldsOf(metatype).size === 0) return value;
    const isLeftOut = value === undefined && mayBeLeftOut(metatype as Type<object>);
    const read = (): object => readDto(metatype as Type<object>, isLeftOut ? {} : value, type === 'query');
    return type === 'query' ? read() : inTurnOf(value, read);
  }
}

/**
 * Turns a body or a query into an instance of its DTO class, and validates it. Values are not converted, except query
 * values that the class declares as numbers. Unknown fields are never copied, so that no field name can change a
 * prototype.
 *
 * @throws Refusal `invalid_field`, naming each bad field with its path
 */
export function readDto<Dto extends object>(dtoClass: Type<Dto>, value: unknown, isQuery = false): Dto {
  if (!isObject(value)) throw invalid('invalid_field', 'the request body must be a JSON object');

  const reading = new Reading(isQuery);
  const dto = reading.instance(dtoClass, value);
  const wrong = reading.shapes.length > 0 ? reading.shapes : problemsIn(dto);
  if (wrong.length + reading.unknown.length > 0) {
    throw invalid('invalid_field', sentence([...wrong, ...reading.unknown]));
  }
  return dto;
}

const problemsIn = (dto: object): string[] =>
  followsRules(dto) ? [] : validateSync(dto, { forbidUnknownValues: true }).flatMap((error) => messagesOf(error, ''));

/** Turns one body or query into instances of DTO classes, and collects the problems. */
class Reading {
  /** messages for values that should be an object or a list; if there are any, other rules are not checked */
  readonly shapes: string[] = [];
  readonly unknown: string[] = [];

  constructor(private readonly isQuery: boolean) {}

  instance<Dto extends object>(dtoClass: Type<Dto>, plain: Record<string, unknown>, path = ''): Dto {
    const fields = fieldsOf(dtoClass);
    const dto = new dtoClass();
    for (const [field, value] of Object.entries(plain)) {
      if (this.unknown.length >= MAX_UNKNOWN) break;
      const here = path === '' ? field : `${path}.${field}`;
      const kind = fields.get(field);
      if (!kind) this.unknown.push(`${shown(here)} is not a known field`);
      else (dto as Record<string, unknown>)[field] = this.fieldValue(kind, value, here);
    }
    return dto;
  }

  private fieldValue({ itemClass, maxItems, objectClass, isNumber }: FieldKind, value: unknown, here: string): unknown {
    if (itemClass && Array.isArray(value)) {
      if (value.length > maxItems) {
        this.shapes.push(`${here} must have at most ${maxItems} items`);
        return [];
      }
      return value.map((item, index) => this.object(itemClass, item, `${here}[${index}]`));
    }
    // The rules of a field decide whether it may be null.
    if (objectClass && value !== null) return this.object(objectClass, value, here);
    if (itemClass && value !== null) this.shapes.push(`${here} must be a list of objects`);
    return this.isQuery && isNumber ? toNumber(value) : value;
  }

  private object(objectClass: Type<object>, value: unknown, here: string): unknown {
    if (isObject(value)) return this.instance(objectClass, value, here);
    this.shapes.push(`${here} must be an object`);
    return value;
  }
}

/** The name of an unknown field for the error message. Long names are shortened, because the client chooses them. */
const shown = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);

/** Converts digits to a number. Any other value stays a text, which the rules of the field then reject. */
const toNumber = (value: unknown): unknown => (typeof value === 'string' && DIGITS.test(value) ? Number(value) : value);

/** How a field of a DTO class is read. */
interface FieldKind {
  /** for an object: its class */
  objectClass: Type<object> | undefined;
  /** for a list of objects: their class */
  itemClass: Type<object> | undefined;
  maxItems: number;
  isNumber: boolean;
}

/** Metadata is slow to look up, and does not change once the decorators have run. */
const knownFields = new Map<unknown, ReadonlyMap<string, FieldKind>>();

/** The validated fields of a DTO class. */
export function fieldsOf(dtoClass: Type): ReadonlyMap<string, FieldKind> {
  let fields = knownFields.get(dtoClass);
  if (!fields) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(dtoClass, '', false, false);
    fields = new Map(rules.map(({ propertyName }) => [propertyName, kindOf(dtoClass, propertyName)]));
    knownFields.set(dtoClass, fields);
  }
  return fields;
}

const kindOf = (dtoClass: Type, field: string): FieldKind => ({
  objectClass: objectTypeOf(dtoClass, field),
  itemClass: listTypeOf(dtoClass, field),
  maxItems: maxItemsOf(dtoClass, field),
  isNumber: Reflect.getMetadata('design:type', dtoClass.prototype as object, field) === Number,
});

/** Each problem names its field with the full path, such as `entries[1].debit must be a string`. */
function messagesOf(error: ValidationError, parent: string): string[] {
  const path = joined(parent, error.property);
  const { isInt, min: _min, max: _max, ...others } = error.constraints ?? {};
  // What is no whole number has no size.
  const failed = isInt === undefined ? error.constraints : { isInt, ...others };
  const own = [...new Set(Object.values(failed ?? {}))].map((message) =>
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
