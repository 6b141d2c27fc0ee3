import type { Type } from '@nestjs/common';
import { documentedFields } from '@probity/platform/http/fields/field';

type Given<Body> = { [Field in keyof Body]: Exclude<Body[Field], null> };

/**
 * The fields of a checked body, in the order in which its class declares them. A null field or a blank text becomes
 * undefined; `withoutAbsent` removes it.
 */
export const said = <Body extends object>(bodyClass: Type<Body>, body: Body): Given<Body> =>
  Object.fromEntries(
    [...documentedFields(bodyClass).keys()].map((field) => {
      const value: unknown = Reflect.get(body, field);
      return [field, value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value];
    }),
  ) as Given<Body>;

/** The stored form of country and currency codes. */
export const upperCase = (code: string | null | undefined): string | undefined => code?.toUpperCase();

/** The fields that have a value. */
export const withoutAbsent = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

/** The fields of a checked body; null counts as absent. Each posting needs this, so it makes no lists of pairs. */
export function given<Body extends object>(body: Body): Given<Body> {
  const fields: Partial<Body> = {};
  for (const field of Object.keys(body) as (keyof Body)[]) {
    if (body[field] !== undefined && body[field] !== null) fields[field] = body[field];
  }
  return fields as Given<Body>;
}
