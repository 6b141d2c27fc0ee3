import { oneOf, page, text } from '../parts/search';

export const EVENT_STATUSES = ['pending', 'unresolved', 'processed', 'duplicate', 'dead'] as const;
export const EVENT_TYPES = ['transaction', 'onboarding'] as const;

export interface EventFilters {
  status?: (typeof EVENT_STATUSES)[number];
  event_type?: (typeof EVENT_TYPES)[number];
  customer_id?: string;
  page?: number;
}

export const eventFilters = (given: Record<string, unknown>): EventFilters => ({
  status: oneOf(EVENT_STATUSES, given.status),
  event_type: oneOf(EVENT_TYPES, given.event_type),
  customer_id: text(given.customer_id),
  page: page(given.page),
});
