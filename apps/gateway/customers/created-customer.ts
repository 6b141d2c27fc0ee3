import { CreatedCustomer, type CustomerView } from '@probity/contracts/customers/views';

const FIELDS = Object.keys(CreatedCustomer.properties) as (keyof CreatedCustomer)[];

/** The fields of a new customer that the interface requires in the response. */
export const createdCustomer = (customer: CustomerView): CreatedCustomer =>
  Object.fromEntries(FIELDS.map((field) => [field, customer[field]])) as CreatedCustomer;
