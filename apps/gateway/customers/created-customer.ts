import type { CreatedCustomer, CustomerView } from '@probity/contracts/customers/views';

/** The fields of a customer that the interface lists for the answer to its creation. */
export const createdCustomer = (customer: CustomerView): CreatedCustomer => ({
  id: customer.id,
  tenant_id: customer.tenant_id,
  email: customer.email,
  customer_type: customer.customer_type,
  full_name: customer.full_name,
  kyc_status: customer.kyc_status,
  kyc_provider: customer.kyc_provider,
  kyc_provider_ref: customer.kyc_provider_ref,
  risk_rating: customer.risk_rating,
  account_refs: customer.account_refs,
  created_at: customer.created_at,
});
