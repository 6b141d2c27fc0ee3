import type { TenantLimits } from '@probity/contracts/limits/limits';
import type { ProfileChanges } from '@probity/contracts/customers/profile';
import { invalid } from '@probity/platform/errors';
import type { DocumentedRefusal } from '@probity/platform/http/documentation/api-route';

export const TOO_MANY_PARTIES: DocumentedRefusal = {
  code: 'quota_exceeded',
  message: 'the limit related_parties is 200, and the request has 201. No changes were made.',
  when: 'the request sets more beneficial owners and related parties, together, than the limit `related_parties`',
};

/** @throws Refusal `quota_exceeded` when a profile in a request has more parties than the tenant may store */
export function refuseTooManyParties(
  { related_parties: limit }: TenantLimits,
  { beneficial_owners = [], related_parties = [] }: Pick<ProfileChanges, 'beneficial_owners' | 'related_parties'>,
): void {
  const parties = beneficial_owners.length + related_parties.length;
  if (parties <= limit) return;
  throw invalid(
    'quota_exceeded',
    `the limit related_parties is ${limit}, and the request has ${parties}. No changes were made.`,
  );
}
