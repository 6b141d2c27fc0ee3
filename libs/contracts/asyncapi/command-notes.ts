import { ALERT_COMMAND_NOTES } from './notes/alert-commands';
import { CASE_COMMAND_NOTES } from './notes/case-commands';
import type { CommandNote } from './notes/command-note';
import { CUSTOMER_COMMAND_NOTES } from './notes/customer-commands';
import { LEDGER_COMMAND_NOTES } from './notes/ledger-commands';
import { MONITORING_RULE_COMMAND_NOTES } from './notes/monitoring-rule-commands';
import { PIPELINE_COMMAND_NOTES } from './notes/pipeline-commands';
import { WATCHLIST_COMMAND_NOTES } from './notes/watchlist-commands';
import { WEBHOOK_COMMAND_NOTES } from './notes/webhook-commands';

/** What to say of each command, by its name. */
export const COMMAND_NOTES: Record<string, CommandNote> = Object.fromEntries([
  ...LEDGER_COMMAND_NOTES,
  ...CUSTOMER_COMMAND_NOTES,
  ...ALERT_COMMAND_NOTES,
  ...CASE_COMMAND_NOTES,
  ...PIPELINE_COMMAND_NOTES,
  ...WATCHLIST_COMMAND_NOTES,
  ...MONITORING_RULE_COMMAND_NOTES,
  ...WEBHOOK_COMMAND_NOTES,
]);
