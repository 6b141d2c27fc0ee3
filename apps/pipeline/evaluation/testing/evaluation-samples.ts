import { randomUUID } from 'node:crypto';
import type { RuleDefinition } from '@probity/monitoring/rule-definition';
import type { RuleToSet } from '@probity/monitoring/rule-set';
import { activity, ruleWith } from '@probity/monitoring/testing/samples';
import type { Evaluation, HistoryPage, Missing, Source, Supplies, WantedPage } from '../evaluation';

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

/** Supplies what a thread asks for, and notes it. The history is empty. */
export class Supplier implements Source {
  asked: ('rules' | 'countryLists' | WantedPage)[] = [];
  private readonly rules: RuleToSet[];

  constructor(...definitions: RuleDefinition[]) {
    this.rules = definitions.map((definition, n) => ({ rule_id: `rule ${n}`, definition }));
  }

  supply({ rules, countryLists }: Missing): Supplies {
    if (rules) this.asked.push('rules');
    if (countryLists) this.asked.push('countryLists');
    return { ...(rules && { rules: this.rules }), ...(countryLists && { countryLists: new Map() }) };
  }

  page(wanted: WantedPage): Promise<HistoryPage> {
    this.asked.push(wanted);
    return Promise.resolve({ load: wanted.load, activities: '[]', next: null });
  }
}
