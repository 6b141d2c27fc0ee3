import { amountText } from '../alerts/transaction';
import type { Schemas } from '../api/client';
import type { Page } from '../parts/to';

type Entry = Pick<Schemas['TimelineEntry'], 'action' | 'kind' | 'data' | 'subject_type'>;

const PAGES: Record<string, Page> = { alert: 'alerts', case: 'cases', event: 'events', report: 'reports' };

/** The page of what an entry is about; undefined for the customer itself. */
export const pageOf = ({ subject_type }: Pick<Entry, 'subject_type'>): Page | undefined => PAGES[subject_type];

/** What happened, in words: `alert dismissed`. */
export function happened({ action, data }: Pick<Entry, 'action' | 'data'>): string {
  if (action === 'event.transaction') return data.direction === 'inbound' ? 'received' : 'paid';
  if (action === 'event.onboarding') return 'onboarding event';
  return action.replace(/^kyc\./, 'identity ').replaceAll(/[._]/g, ' ');
}

const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.replaceAll('_', ' ') : undefined;

/** What else an entry says, in one line; undefined if it says nothing else. */
export function detailOf({ action, data }: Pick<Entry, 'action' | 'data'>): string | undefined {
  switch (action) {
    case 'event.transaction':
      return transactionOf(data);
    case 'risk.rating_changed':
      return `${word(data.rating_from) ?? 'none'} → ${word(data.rating_to)}, score ${String(data.score)}`;
    case 'provider_signal.recorded':
      return [word(data.event_source), word(data.kyc_status), word(data.effect)].filter(Boolean).join(', ');
    case 'customer.profile_changed':
      return Array.isArray(data.fields) ? data.fields.map(word).filter(Boolean).join(', ') : undefined;
    case 'case.closed':
      return word(data.outcome);
    case 'alert.resolved':
      return word(data.resolution);
    case 'alert.assigned':
      return data.assignee === null ? 'handed back' : word(data.assignee);
    default:
      return word(data.from) && word(data.to) && `${word(data.from)} → ${word(data.to)}`;
  }
}

function transactionOf({ amount, currency, direction, counterparty, duplicate_of, alerts }: Entry['data']): string {
  const sum = typeof amount === 'string' && typeof currency === 'string' ? amountText(amount, currency) : '';
  const who = typeof counterparty === 'string' ? `${direction === 'inbound' ? 'from' : 'to'} ${counterparty}` : '';
  const raised = typeof alerts === 'number' && alerts > 0 ? `(${alerts} ${alerts === 1 ? 'alert' : 'alerts'})` : '';
  // The name is last: a name that turns the direction of writing turns nothing else.
  return [sum, raised, duplicate_of !== undefined && '(reported again)', who].filter(Boolean).join(' ');
}
