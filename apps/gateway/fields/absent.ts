import type { Type } from '@nestjs/common';
import { documentedFields } from '@probity/platform/http/fields/field';

type Given<Body> = { [Field in keyof Body]: Exclude<Body[Field], null> };

/**
 * The fields of a checked body, in the order in which its class declares them. A null field or a blank text becomes
 * undefined; `withoutAbsent` removes it. Each event needs both, so they make no lists of pairs.
 */
export function said<Body extends object>(bodyClass: Type<Body>, body: Body): Given<Body> {
  const fields: Partial<Body> = {};
  for (const field of documentedFields(bodyClass).keys() as Iterable<keyof Body>) {
    const value = body[field];
    const isAbsent = value === null || (typeof value === 'string' && value.trim() === '');
    fields[field] = isAbsent ? undefined : value;
  }
  return fields as Given<Body>;
}

/** The stored form of country and currency codes. */
export const upperCase = (code: string | null | undefined): string | undefined => code?.toUpperCase();

/** The fields that have a value. Their names are not those of a client: `__proto__` would not become a field. */
export function withoutAbsent<Fields extends object>(fields: Fields): Fields {
  const present: Partial<Fields> = {};
  for (const field of Object.keys(fields) as (keyof Fields)[]) {
    if (fields[field] !== undefined) present[field] = fields[field];
  }
  return present as Fields;
}

/** The fields of a checked body; null counts as absent. Each posting needs this, so it makes no lists of pairs. */
export function given<Body extends object>(body: Body): Given<Body> {
  const fields: Partial<Body> = {};
  for (const field of Object.keys(body) as (keyof Body)[]) {
    if (body[field] !== undefined && body[field] !== null) fields[field] = body[field];
  }
  return fields as Given<Body>;
}
