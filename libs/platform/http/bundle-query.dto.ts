import { BUNDLE_PLACE, EXAMPLE_BUNDLE_PLACE } from '@probity/contracts/ledger/bundles';
import type { DocumentedRefusal } from './documentation/api-route';
import { OptionalField } from './fields/field';
import { rule } from './fields/rule';

/** What the form of a place does not say. For routes with `BundleQuery`. */
export const WRONG_BUNDLE_PLACE: DocumentedRefusal = {
  code: 'invalid_field',
  message: 'after must be the next of a page that was read before',
  when: 'after is not the `next` of a page of this ledger',
};

/** Which page of a bundle is wanted. */
export class BundleQuery {
  @OptionalField(
    {
      type: 'string',
      pattern: BUNDLE_PLACE.source,
      example: EXAMPLE_BUNDLE_PLACE,
      description: '`next` of the page before; the first page if it is absent',
    },
    rule('isPlace', (value) =>
      typeof value === 'string' && BUNDLE_PLACE.test(value) ? undefined : WRONG_BUNDLE_PLACE.message,
    ),
  )
  after?: string;
}
