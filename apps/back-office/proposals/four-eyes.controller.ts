import { Body, Get, Patch } from '@nestjs/common';
import { demandsMore, type FourEyesPolicy } from '@probity/contracts/proposals/policy';
import { CurrentFourEyes } from '@probity/contracts/proposals/views';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import type { TenantView } from '@probity/contracts/tenants/views';
import { canonicalJson } from '@probity/platform/canonical-json';
import { invalid } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { TimeSource } from '@probity/platform/time-source';
import { By, type Officer } from '../auth/staff-caller';
import { TenantStream } from '../tenants/tenant-stream';
import { Tenant } from '../tenants/tenant.decorator';
import { FourEyes } from './four-eyes';
import { ChangeFourEyesBody } from './four-eyes.dto';
import { GenuinePolicies } from './genuine-policies';
import { type Review, UnderReview } from './review';

/** For which changes a tenant needs two people. */
@ApiController('Proposals', 'tenants/:slug/four-eyes')
export class FourEyesController {
  constructor(
    private readonly policies: GenuinePolicies,
    private readonly fourEyes: FourEyes,
    private readonly stream: TenantStream,
    private readonly time: TimeSource,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'Read for which changes two people are needed',
    permission: 'read_configuration',
    data: CurrentFourEyes,
  })
  read(@Tenant() tenant: TenantView) {
    return this.policies.current(tenant.id);
  }

  @Patch()
  @ApiRoute({
    summary: 'Change for which changes two people are needed; demanding less is itself such a change',
    permission: 'set_four_eyes',
    data: CurrentFourEyes,
    reviewed: true,
    refusals: ['four_eyes_changed'],
  })
  async change(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { policy: change, reason }: ChangeFourEyesBody,
  ) {
    const before = await this.policies.current(tenant.id);
    const policy: FourEyesPolicy = { ...before.policy, ...given(change) };
    const changesNothing = canonicalJson(policy) === canonicalJson(before.policy);
    if (changesNothing && !review.approved) return before;
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'change_four_eyes',
      subject: ['tenant', tenant.id],
      summary: `change for what two people are needed: ${switched(before.policy, policy).join(', ')}`,
      reason,
      needed: () => !demandsMore(before.policy, policy),
      state: before.version,
      shown: Object.fromEntries(
        switched(before.policy, policy).map((name) => [name, { before: before.policy[name], after: policy[name] }]),
      ),
    });
    if (pending) return pending;
    const after = { version: before.version + 1, policy };
    await this.stream.append(tenant.id, async (): Promise<TenantEvent> => {
      if ((await this.policies.current(tenant.id)).version !== before.version) throw changed();
      const changed_at = this.time.now().toISOString();
      return { type: 'FourEyesPolicyChanged', data: { tenant_id: tenant.id, ...after, reason, ...by, changed_at } };
    });
    return after;
  }
}

/** Null leaves a field as it is, as if it were absent. */
const given = (change: object): Partial<FourEyesPolicy> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null && value !== undefined));

const switched = (before: FourEyesPolicy, after: FourEyesPolicy) =>
  (Object.keys(after) as (keyof FourEyesPolicy)[]).filter((name) => before[name] !== after[name]);

const changed = () =>
  invalid(
    'four_eyes_changed',
    'the policy was changed at the same time. No changes were made; read it and decide again',
  );
