import type { Activity } from '@probity/monitoring/activity';
import type { Engines } from '../processing/tenant-engines';
import type { ContextCustomer } from '../monitoring-rules/rule-context-of';
import type { TenantRuleSet } from '../monitoring-rules/tenant-rules';
import type { CustomerHistories } from './customer-histories';
import type { Evaluated, Evaluation, Evaluations, Source } from './evaluation';

/** The basis of the evaluation of a customer's events. It does not change while the events are in process. */
export interface EvaluationBasis {
  tenant_id: string;
  customer_id: string;
  version: number;
  rules: TenantRuleSet;
  engines: Engines;
}

/** Evaluates the claimed events of one customer, one after the other. */
export class CustomerEvaluations {
  /** activities of events that are in process, whose outcomes are not stored yet */
  private readonly earlier: Activity[] = [];

  private readonly source: Source;

  constructor(
    private readonly basis: EvaluationBasis,
    private readonly threads: Evaluations,
    histories: CustomerHistories,
  ) {
    const { tenant_id, customer_id, rules, engines } = basis;
    this.source = {
      supply: (missing) => ({
        ...(missing.rules && { rules: rules.definitions }),
        ...(missing.countryLists && { countryLists: engines.countryLists }),
      }),
      page: (wanted) => histories.page(tenant_id, customer_id, wanted),
    };
  }

  async evaluate(about: Pick<Evaluation, 'event' | 'customer' | 'history'>): Promise<Evaluated> {
    const { tenant_id, customer_id, version, rules, engines } = this.basis;
    if (!rules.eventTypes.has(about.event.event_type)) return { outcomes: [], rules: 0 };
    const evaluation = {
      ...about,
      customer: readByRules(about.customer),
      tenant_id,
      customer_id,
      version,
      rules: rules.name,
      countries: engines.name,
      earlier: [...this.earlier],
    };
    return this.threads.evaluate(evaluation, this.source);
  }

  add(activity: Activity): void {
    this.earlier.push(activity);
  }

  /** Call it after the outcomes are stored, so that the next event needs no history. */
  stored(latest: number | null): void {
    const { tenant_id, customer_id, version } = this.basis;
    const activities = this.earlier.splice(0);
    this.threads.stored(tenant_id, { customer_id, from: version, to: version + 1, activities, latest: latest ?? 0 });
  }
}

/** The caller's customer has more fields, which every message would copy. */
const readByRules = ({
  id,
  profile,
  kyc_status,
  risk_rating,
  created_at,
  updated_at,
}: ContextCustomer): ContextCustomer => ({ id, profile, kyc_status, risk_rating, created_at, updated_at });
