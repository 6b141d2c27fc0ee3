import { CustomersQuery as Query } from '@probity/read-side/customers/customers.query';
import { OptionalEmail } from '../fields/email.decorators';

export class CustomersQuery extends Query {
  @OptionalEmail('without regard to case')
  email?: string;
}
