import { OptionalField } from '@probity/platform/http/fields/field';
import { rule } from '@probity/platform/http/fields/rule';
import { isCountryCode } from '@probity/watchlists/country-codes';

/** A country code in either case; it may be absent or null. */
export const OptionalCountry = (example = 'GB'): PropertyDecorator =>
  OptionalField(
    { type: 'string', pattern: '^[A-Za-z]{2}$', example, description: 'ISO 3166-1 alpha-2' },
    rule('isCountry', (value, field) =>
      typeof value === 'string' && isCountryCode(value.toUpperCase())
        ? undefined
        : `${field} must be a two-letter country code of ISO 3166-1, such as GB`,
    ),
  );
