import { applyDecorators, type Type } from '@nestjs/common';
import { ArrayMaxSize, IsOptional, ValidateNested } from 'class-validator';
import { ListOf } from './list-of.decorator';
import { rule } from './rule.decorators';

const OBJECT_TYPE = Symbol('the class of a field’s object');

/** A field that must be an object of a DTO class. */
export const ObjectOf = (objectClass: () => Type<object>): PropertyDecorator =>
  applyDecorators(
    rule('isObject', (value, field) => (typeof value === 'object' && value ? undefined : `${field} must be an object`)),
    ValidateNested({ message: '$property must be an object' }),
    (target: object, field: string | symbol) => Reflect.defineMetadata(OBJECT_TYPE, objectClass, target, field),
  );

/** A field that may be absent or null, and otherwise is an object of a DTO class. */
export const OptionalObjectOf = (objectClass: () => Type<object>): PropertyDecorator =>
  applyDecorators(IsOptional(), ObjectOf(objectClass));

/** A field that may be absent or null, and otherwise is a list of at most `max` objects of a DTO class. */
export const OptionalListOf = (itemClass: () => Type<object>, max: number): PropertyDecorator =>
  applyDecorators(
    IsOptional(),
    ListOf(itemClass),
    ArrayMaxSize(max, { message: `$property must have at most ${max} items` }),
  );

/** The class of the object that a field is, or undefined when the field is no such object. */
export function objectTypeOf(dtoClass: Type, field: string): Type<object> | undefined {
  const objectClass = Reflect.getMetadata(OBJECT_TYPE, dtoClass.prototype as object, field) as
    (() => Type<object>) | undefined;
  return objectClass?.();
}
