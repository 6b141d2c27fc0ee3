/** Parts that several default rules have in common. */

export const AMOUNT = { field: 'transaction.amount' };
export const INBOUND = { eq: [{ field: 'transaction.direction' }, 'inbound'] };
export const OUTBOUND = { eq: [{ field: 'transaction.direction' }, 'outbound'] };
export const OF_INBOUND = { eq: [{ field: 'activity.direction' }, 'inbound'] };
export const OF_OUTBOUND = { eq: [{ field: 'activity.direction' }, 'outbound'] };
export const CORPORATE = { eq: [{ field: 'customer.customer_type' }, 'corporate'] };

/** Money for people to read: 10000 is `10,000`. */
export const money = (amount: number): string => amount.toLocaleString('en-US');
