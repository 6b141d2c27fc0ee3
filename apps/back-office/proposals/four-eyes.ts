import { Injectable } from '@nestjs/common';
import type { FourEyesPolicy } from '@probity/contracts/proposals/policy';
import type { Proposal } from '@probity/contracts/proposals/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { notFound } from '@probity/platform/errors';
import { refuseUnlessReviewed } from '@probity/read-side/proposals/refuse-unless-reviewed';
import { GenuinePolicies } from './genuine-policies';
import { Proposals } from './proposals';
import type { Review } from './review';
import type { ReviewedChange } from './reviewed-change';

/** Decides whether a change is made at once, or waits for a second person. */
@Injectable()
export class FourEyes {
  constructor(
    private readonly policies: GenuinePolicies,
    private readonly proposals: Proposals,
  ) {}

  /** What the tenant demands at present, for a request about several things of which some may need a second person. */
  async policyOf(tenant: TenantView): Promise<FourEyesPolicy> {
    return (await this.policies.current(tenant.id)).policy;
  }

  /**
   * Returns undefined when the caller may make the change now. Otherwise stores it as a proposal, sets the status of the
   * response to 202, and returns the proposal, which the route returns.
   *
   * Call it with a change that is valid, immediately before it is made.
   *
   * @throws Refusal `proposal_outdated` when what an approved change concerns is no longer what was reviewed
   */
  async review(review: Review, tenant: TenantView, change: ReviewedChange): Promise<Proposal | undefined> {
    if (review.approved) {
      const { onlyStored, stateHash, tenantId } = review.approved;
      // The path names a tenant by a slug, which a changed row could have given to another one.
      if (tenant.id !== tenantId) throw notFound('tenant', tenant.slug);
      if (!onlyStored) refuseUnlessReviewed(change.subject[0].replaceAll('_', ' '), change.state, stateHash);
      return undefined;
    }
    const { policy } = await this.policies.current(tenant.id);
    if (!review.mustPropose && !(await change.needed(policy))) return undefined;
    const { needed: _, ...proposed } = change;
    const proposal = await this.proposals.make(tenant.id, review, proposed, policy);
    void review.reply.status(202);
    return proposal;
  }
}
