import type { CustomerView } from '@probity/contracts/customers/views';

/** What of a customer a second person compares before the person agrees to a change: all but its rating. */
export const reviewedCustomer = ({ risk_rating: _, updated_at: __, ...reviewed }: CustomerView) => reviewed;
