import { factsOf } from '../declaration/fact';
import { CUSTOMER_EVENTS } from '../topics';

export const CUSTOMER_STREAM_PREFIX = 'customer-';
/** The stream that holds everything about one customer. */
export const customerStream = (customerId: string): string => `${CUSTOMER_STREAM_PREFIX}${customerId}`;

/** Declares a fact about a customer. */
export const customerFact = factsOf({
  service: 'customer-risk',
  prefix: CUSTOMER_STREAM_PREFIX,
  topic: CUSTOMER_EVENTS,
  idField: 'customer_id',
  sealedBy: 'customer_id',
});
