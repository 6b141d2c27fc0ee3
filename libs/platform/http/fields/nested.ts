import { applyDecorators, type Type } from '@nestjs/common';
import { IsArray, ValidateNested } from 'class-validator';
import { documentedFields, Field, type FieldSchema, OptionalField } from './field';
import { rule } from './rule';

const OBJECT_TYPE = Symbol('the class of a field’s object');
const LIST_TYPE = Symbol('the class of a list’s items');

type ClassOf = () => Type<object>;

/** A field that must be an object of a DTO class. */
export const ObjectOf = (objectClass: ClassOf, about: FieldSchema = {}): PropertyDecorator =>
  Field({ $ref: objectClass, ...about }, isObjectOf(objectClass));

/** A field that may be absent or null, and otherwise is an object of a DTO class. */
export const OptionalObjectOf = (objectClass: ClassOf, about: FieldSchema = {}): PropertyDecorator =>
  OptionalField({ $ref: objectClass, ...about }, isObjectOf(objectClass));

/** A field that is a list of at most `max` objects of a DTO class. */
export const ListOf = (itemClass: ClassOf, max: number, about: FieldSchema = {}): PropertyDecorator =>
  Field({ type: 'array', items: { $ref: itemClass }, maxItems: max, ...about }, isListOf(itemClass));

/** A field that may be absent or null, and otherwise is a list of at most `max` objects of a DTO class. */
export const OptionalListOf = (itemClass: ClassOf, max: number, about: FieldSchema = {}): PropertyDecorator =>
  OptionalField({ type: 'array', items: { $ref: itemClass }, maxItems: max, ...about }, isListOf(itemClass));

const isObjectOf = (objectClass: ClassOf): PropertyDecorator =>
  applyDecorators(
    rule('isObject', (value, field) => (typeof value === 'object' && value ? undefined : `${field} must be an object`)),
    ValidateNested({ message: '$property must be an object' }),
    remember(OBJECT_TYPE, objectClass),
  );

const LIST = { message: '$property must be a list of objects' };
const isListOf = (itemClass: ClassOf): PropertyDecorator =>
  applyDecorators(IsArray(LIST), ValidateNested({ ...LIST, each: true }), remember(LIST_TYPE, itemClass));

const remember =
  (what: symbol, itemClass: ClassOf): PropertyDecorator =>
  (target, field) =>
    Reflect.defineMetadata(what, itemClass, target, field);

const recalled =
  (what: symbol) =>
  (dtoClass: Type, field: string): Type<object> | undefined =>
    (Reflect.getMetadata(what, dtoClass.prototype as object, field) as ClassOf | undefined)?.();

/** The class of an object field, or undefined for another field. */
export const objectTypeOf = recalled(OBJECT_TYPE);

/** The class of the items of a list field, or undefined for another field. */
export const listTypeOf = recalled(LIST_TYPE);

/** The most items of a list of objects. They are counted before any of them is checked. */
export const maxItemsOf = (dtoClass: Type, field: string): number =>
  documentedFields(dtoClass).get(field)?.schema.maxItems as number;
