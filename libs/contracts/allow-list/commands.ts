import Type from 'typebox';
import { commandsOf } from '../declaration/command';
import { Id, Timestamp } from '../fields';
import { reviewedAs } from '../proposals/reviewed-as';
import { officer } from '../staff/officer';
import { CUSTOMER_COMMANDS } from '../topics';
import { AllowListEntry } from './views';

const customerCommand = commandsOf(CUSTOMER_COMMANDS, 'customer_id');
const decision = { tenant_id: Id, customer_id: Id, reason: Type.String(), ...officer };

export const addAllowListEntry = customerCommand({
  name: 'customer-risk.add-allow-list-entry',
  summary: 'Allow the counterparty of an alert: a match with the same list entry raises no alert for the customer.',
  request: Type.Object({ ...decision, ...reviewedAs, alert_id: Id, until: Timestamp }),
  reply: AllowListEntry,
});

export const endAllowListEntry = customerCommand({
  name: 'customer-risk.end-allow-list-entry',
  summary: 'End an entry of the allow-list before its time.',
  request: Type.Object({ ...decision, allow_list_entry_id: Id }),
  reply: AllowListEntry,
});
