import { CustomersQuery as Query } from '@probity/read-side/customers/customers.query';
import { OptionalEmail } from '@probity/platform/http/fields/email';

export class CustomersQuery extends Query {
  @OptionalEmail('without regard to case')
  email?: string;
}
