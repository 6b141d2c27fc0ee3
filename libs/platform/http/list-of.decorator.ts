import { applyDecorators, type Type } from '@nestjs/common';
import { IsArray, ValidateNested } from 'class-validator';

const LIST_TYPE = Symbol('the class of a list’s items');

const LIST = { message: '$property must be a list of objects' };

/** A field that is a list of objects of a DTO class. */
export const ListOf = (itemClass: () => Type<object>): PropertyDecorator =>
  applyDecorators(IsArray(LIST), ValidateNested({ ...LIST, each: true }), (target: object, field: string | symbol) => {
    Reflect.defineMetadata(LIST_TYPE, itemClass, target, field);
  });

/** The class of the items of a list field, or undefined when the field is no such list. */
export function listTypeOf(dtoClass: Type, field: string): Type<object> | undefined {
  const itemClass = Reflect.getMetadata(LIST_TYPE, dtoClass.prototype as object, field) as
    (() => Type<object>) | undefined;
  return itemClass?.();
}
