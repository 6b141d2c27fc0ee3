import { OptionalField } from '@probity/platform/http/fields/field';
import { rule } from '@probity/platform/http/fields/rule';
import { imoNumber } from '@probity/screening/imo-number';

const FORM = /^(?:[Ii][Mm][Oo][ -]?)?[0-9]{7}$/;

/** An IMO number, with or without `IMO` before it; it may be absent or null. */
export const OptionalImoNumber = (): PropertyDecorator =>
  OptionalField(
    {
      type: 'string',
      pattern: FORM.source,
      example: '9187629',
      description: 'seven digits; the last one is a check digit',
    },
    rule('isImoNumber', (value, field) =>
      typeof value === 'string' && FORM.test(value) && imoNumber(value) !== undefined
        ? undefined
        : `${field} must be an IMO number: seven digits, of which the last one is the check digit, such as 9187629`,
    ),
  );
