import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { proposeRuleChange, reviewRuleChange } from '@probity/contracts/proposals/commands';
import type { FourEyesPolicy } from '@probity/contracts/proposals/policy';
import type { Proposal } from '@probity/contracts/proposals/views';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { found, Refusal } from '@probity/platform/errors';
import { API_PREFIX } from '@probity/platform/http/http-application';
import { refuseOtherVersion } from '@probity/read-side/monitoring-rules/refuse-other-version';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { reviewedRuleChange } from '../monitoring-rules/rule-change';
import { isKey } from '../auth/staff-caller';
import { GenuinePolicies } from './genuine-policies';
import { Proposals } from './proposals';

type Asked = RequestOf<typeof reviewRuleChange>;

const REASON = 'requested with an API key of the institution';

/** Makes proposals for institutions whose tenant demands that staff approve some of their changes. */
@Controller()
export class InstitutionProposalsHandler {
  constructor(
    private readonly proposals: Proposals,
    private readonly tenants: TenantQueries,
    private readonly rules: RuleQueries,
    private readonly policies: GenuinePolicies,
  ) {}

  @OnCommand(reviewRuleChange)
  async review(asked: Asked): Promise<{ proposal: Proposal | null }> {
    const { policy } = await this.policies.current(asked.tenant_id);
    return { proposal: policy.institution_rules ? await this.make(asked, policy) : null };
  }

  @OnCommand(proposeRuleChange)
  async propose(asked: Asked): Promise<Proposal> {
    return this.make(asked, (await this.policies.current(asked.tenant_id)).policy);
  }

  /** The approved request is that of staff to the same rule. */
  private async make({ tenant_id, proposal_id, rule_id, ...asked }: Asked, policy: FourEyesPolicy): Promise<Proposal> {
    const { mode, definition, expected_version, actor, actor_name = 'an API key' } = asked;
    if (!isKey(actor)) throw notAKey();
    const [tenant] = await this.tenants.tenants({ limit: 1, offset: 0 }, [tenant_id]);
    const { slug } = found('tenant', tenant_id, tenant);
    const rule = found('monitoring rule', rule_id, await this.rules.rule(tenant_id, rule_id));
    refuseOtherVersion(rule, expected_version);
    const change = { ...(mode && { mode }), ...(definition && { definition }) };
    const url = `${API_PREFIX}/tenants/${slug}/monitoring-rules/${rule_id}`;
    const request = { method: 'PUT', url, body: { ...change, expected_version, reason: REASON } };
    const by = { caller: { id: actor, name: actor_name }, request };
    return this.proposals.makeOnce(proposal_id, tenant_id, by, reviewedRuleChange(rule, change, REASON), policy);
  }
}

/** Otherwise a gateway that is taken over proposes in the name of a person, or of the operator token. */
const notAKey = (): Refusal =>
  new Refusal('forbidden', 'permission_denied', 'only an API key proposes changes with this command');
