import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { nullable } from '../fields';

const text = (description: string) => nullable(Type.String(), { description });

/** The institution as an authority knows it. */
export const ReportingSettings = view(
  'ReportingSettings',
  Type.Object({
    entity_name: text('the name of the institution'),
    entity_id: text('the id that the authority gave the institution: in goAML rentity_id, digits'),
    address_line: text('street and number'),
    city: text('the city'),
    postal_code: text('the postal code'),
    country: text('ISO 3166-1 alpha-2'),
    currency: text('ISO 4217: reports have every amount also in this currency'),
    contact_first_name: text('the person whom the authority asks'),
    contact_last_name: text('the person whom the authority asks'),
    contact_email: text('its email address'),
    contact_phone: text('its telephone number'),
  }),
  { description: 'The reporting entity of reports to an authority. null: not set.' },
);
export type ReportingSettings = Static<typeof ReportingSettings>;
