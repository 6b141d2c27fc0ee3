import Type from 'typebox';
import type { DataOf } from '../declaration/fact';
import { customerFact } from '../customers/customer-fact';
import { Hash, Id, Timestamp } from '../fields';
import { personal } from '../personal-data/personal';
import { officer } from '../staff/officer';

const about = { allow_list_entry_id: Id, customer_id: Id, tenant_id: Id, ...officer };

export const AllowListEntryAdded = customerFact('AllowListEntryAdded', {
  summary:
    'Staff decided that a counterparty of a customer is not the listed one. Until the end of the entry, a match of the ' +
    'two raises no alert for this customer, unless the list entry changes.',
  data: Type.Object({
    ...about,
    alert_id: { ...Id, description: 'the alert about the match' },
    list: Type.String(),
    entry_id: Type.String(),
    alert_type: Type.String({ description: 'a list entry that becomes more serious is covered no longer' }),
    counterparty: personal('finding', Type.String({ description: 'the name of the counterparty' })),
    matched_name: personal('finding', Type.String({ description: 'the name of the list entry that it matched' })),
    fingerprint: { ...Hash, description: 'of what was compared of the list entry' },
    until: Timestamp,
    reason: personal('free_text', Type.String()),
    added_at: Timestamp,
  }),
});

export const AllowListEntryEnded = customerFact('AllowListEntryEnded', {
  summary: 'Staff ended an entry of the allow-list before its time. Matches raise alerts again.',
  data: Type.Object({ ...about, reason: personal('free_text', Type.String()), ended_at: Timestamp }),
});

export type AllowListEntryAdded = DataOf<typeof AllowListEntryAdded>;
export type AllowListEntryEnded = DataOf<typeof AllowListEntryEnded>;

export const ALLOW_LIST_FACTS = [AllowListEntryAdded, AllowListEntryEnded] as const;
