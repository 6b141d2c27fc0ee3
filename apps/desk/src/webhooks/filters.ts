import { oneOf, page } from '../parts/search';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const;

export interface DeliveryFilters {
  status?: (typeof DELIVERY_STATUSES)[number];
  page?: number;
}

export const deliveryFilters = (given: Record<string, unknown>): DeliveryFilters => ({
  status: oneOf(DELIVERY_STATUSES, given.status),
  page: page(given.page),
});
