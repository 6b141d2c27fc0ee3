import { ALERT_FACT_NOTES } from './notes/alert-facts';
import { CASE_FACT_NOTES } from './notes/case-facts';
import { CUSTOMER_FACT_NOTES } from './notes/customer-facts';
import type { FactNote } from './notes/fact-note';
import { LEDGER_FACT_NOTES } from './notes/ledger-facts';
import { MONITORING_RULE_FACT_NOTES } from './notes/monitoring-rule-facts';
import { TENANT_FACT_NOTES } from './notes/tenant-facts';
import { WATCHLIST_FACT_NOTES } from './notes/watchlist-facts';

/** What to say of each fact, by its `ce_type`. */
export const FACT_NOTES: Record<string, FactNote> = {
  ...LEDGER_FACT_NOTES,
  ...TENANT_FACT_NOTES,
  ...CUSTOMER_FACT_NOTES,
  ...ALERT_FACT_NOTES,
  ...CASE_FACT_NOTES,
  ...WATCHLIST_FACT_NOTES,
  ...MONITORING_RULE_FACT_NOTES,
};
