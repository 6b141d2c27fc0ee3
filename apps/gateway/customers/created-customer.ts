import { CreatedCustomer, type CustomerView } from '@probity/contracts/customers/views';

const FIELDS = Object.keys(CreatedCustomer.properties) as (keyof CreatedCustomer)[];

/** The fields of a customer that the interface lists for the answer to its creation. */
export const createdCustomer = (customer: CustomerView): CreatedCustomer =>
  Object.fromEntries(FIELDS.map((field) => [field, customer[field]])) as CreatedCustomer;
