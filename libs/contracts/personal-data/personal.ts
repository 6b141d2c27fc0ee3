import type { TSchema } from 'typebox';

/**
 * The kinds of personal data, with the purpose of each. The register of personal data shows both.
 *
 * `identity`: who a person is. `contact`: how to reach it. `finances`: income and wealth. `reference`: what other
 * systems call it. `free_text`: what people or programs wrote, which may name it. `document`: files about it. `finding`: what was found
 * about it.
 */
export const PERSONAL_KINDS = {
  identity: 'to identify and screen the customer',
  contact: 'to tell customers apart, and for the institution to reach them',
  finances: 'to score the risk of the customer',
  reference: 'to match events and signals with the customer',
  free_text: 'to explain decisions of staff and of Probity',
  document: 'to prove what a decision of staff is based on',
  finding: 'to show why an alert was raised, and to recompute it',
} as const;
export type PersonalKind = keyof typeof PERSONAL_KINDS;

/** The keyword of the annotation. It is not published: it says how Probity stores a field, not what a message holds. */
export const PERSONAL = 'x-personal';

/** Marks a field as personal data of the person that the message is about. In events such fields are sealed. */
export function personal<Schema extends TSchema>(kind: PersonalKind, schema: Schema): Schema {
  const described = { ...Object.getOwnPropertyDescriptors(schema), [PERSONAL]: { value: kind, enumerable: true } };
  return Object.defineProperties({}, described) as Schema;
}
