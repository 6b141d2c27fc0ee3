import { randomUUID } from 'node:crypto';
import type { RuleDefinition } from '@probity/monitoring/rule-definition';
import type { RuleToSet } from '@probity/monitoring/rule-set';
import { activity, ruleWith } from '@probity/monitoring/testing/samples';
import type { Evaluation, Missing, Supplies } from '../evaluation';

/** A transaction of a new customer of a new tenant. */
export function transaction(more: Partial<Evaluation> = {}, at?: number): Evaluation {
  const current = activity({ transaction_id: randomUUID(), ...(at === undefined ? {} : { at }) });
  return {
    tenant_id: randomUUID(),
    customer_id: randomUUID(),
    rules: 'rules 1',
    countries: 'countries 1',
    version: 0,
    earlier: [],
    event: { event_type: 'transaction', at: current.at, payload: {}, activity: current },
    customer: {
      id: randomUUID(),
      profile: {} as never,
      kyc_status: 'approved',
      risk_rating: 'low',
      created_at: new Date(0),
      updated_at: new Date(0),
    },
    history: { transaction_count: 0, previous_activity_at: null },
    ...more,
  };
}

export const MANY = ruleWith({ gte: [{ aggregate: 'count', window: '1h' }, 3] });

/** Supplies what a thread asks for, and counts how often it asks. */
export class Supplier {
  asked: Missing[] = [];
  private readonly rules: RuleToSet[];

  constructor(...definitions: RuleDefinition[]) {
    this.rules = definitions.map((definition, n) => ({ rule_id: `rule ${n}`, definition }));
  }

  readonly supply = ({ rules, countryLists, history }: Missing): Promise<Supplies> => {
    this.asked.push({
      ...(rules && { rules }),
      ...(countryLists && { countryLists }),
      ...(history !== undefined && { history }),
    });
    return Promise.resolve({
      ...(rules && { rules: this.rules }),
      ...(countryLists && { countryLists: new Map() }),
      ...(history !== undefined && { history: { since: history, activities: [] } }),
    });
  };
}
