import { BackOfficeClient, BackOfficeError } from '@probity/platform/http/back-office-client';

const AS_MANY_AS_POSSIBLE = {
  requests_per_second: 1_000_000,
  request_burst: 1_000_000,
  concurrent_requests: 10_000,
  key_requests_per_second: 1_000_000,
  key_request_burst: 1_000_000,
  key_concurrent_requests: 10_000,
};

/** The addresses and the token of a product's back office. */
interface Product {
  back_office_url: string;
  operator_token: string;
}

/** Raises the limits of requests of a tenant, as an operator would before a test of load. */
export async function raiseLimits({ back_office_url, operator_token }: Product, slug: string): Promise<void> {
  const backOffice = new BackOfficeClient(back_office_url, operator_token);
  const change = { limits: AS_MANY_AS_POSSIBLE, reason: 'a test of load' };
  await backOffice.patch(`tenants/${slug}/limits`, change).catch((error: unknown) => {
    // Another version of the product that is compared with this one may have no limits yet.
    if (!(error instanceof BackOfficeError) || error.code !== 'no_such_route') throw error;
  });
}
