import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { proposeRuleChange } from '@probity/contracts/proposals/commands';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { found, Refusal } from '@probity/platform/errors';
import { API_PREFIX } from '@probity/platform/http/http-application';
import { FourEyesQueries } from '@probity/read-side/proposals/four-eyes-queries';
import { refuseOtherVersion } from '@probity/read-side/monitoring-rules/refuse-other-version';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { reviewedRuleChange } from '../monitoring-rules/rule-change';
import { isKey } from '../auth/staff-caller';
import { Proposals } from './proposals';

const REASON = 'requested with an API key of the institution';

/** Makes proposals for institutions whose tenant demands that staff approve some of their changes. */
@Controller()
export class InstitutionProposalsHandler {
  constructor(
    private readonly proposals: Proposals,
    private readonly tenants: TenantQueries,
    private readonly rules: RuleQueries,
    private readonly policies: FourEyesQueries,
  ) {}

  /** The approved request is that of staff to the same rule. */
  @OnCommand(proposeRuleChange)
  async propose({ tenant_id, proposal_id, rule_id, ...asked }: RequestOf<typeof proposeRuleChange>) {
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
    const { policy } = await this.policies.current(tenant_id);
    return this.proposals.makeOnce(proposal_id, tenant_id, by, reviewedRuleChange(rule, change, REASON), policy);
  }
}

/** Otherwise a gateway that is taken over proposes in the name of a person, or of the operator token. */
const notAKey = (): Refusal =>
  new Refusal('forbidden', 'permission_denied', 'only an API key proposes changes with this command');
