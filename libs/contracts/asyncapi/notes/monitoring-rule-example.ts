import type { RuleView } from '../../monitoring-rules/views';
import { CREATED_AT, RULE_ID } from '../example-ids';

/** A rule of a tenant; see the language of monitoring rules in the documentation. */
export const RULE_DEFINITION = {
  name: 'Very large transfer',
  description: 'One transfer of 20000 or more.',
  reason: 'Sums like this are rare enough to look at each.',
  event_type: 'transaction',
  severity: 'high',
  alert_type: 'large_transfer',
  title: 'Very large transfer',
  condition: { gte: [{ field: 'transaction.amount' }, 20_000] },
};

export const EXAMPLE_RULE: RuleView = {
  id: RULE_ID,
  key: null,
  version: 1,
  mode: 'active',
  definition: RULE_DEFINITION,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};
