import { oneOf, page, text } from '../parts/search';

export const RATINGS = ['critical', 'high', 'medium', 'low'] as const;
export const KYC_STATUSES = ['pending', 'in_review', 'approved', 'rejected', 'expired'] as const;

export interface CustomerFilters {
  risk_rating?: (typeof RATINGS)[number];
  kyc_status?: (typeof KYC_STATUSES)[number];
  email?: string;
  external_id?: string;
  page?: number;
}

export const customerFilters = (given: Record<string, unknown>): CustomerFilters => ({
  risk_rating: oneOf(RATINGS, given.risk_rating),
  kyc_status: oneOf(KYC_STATUSES, given.kyc_status),
  email: text(given.email),
  external_id: text(given.external_id),
  page: page(given.page),
});

export const CUSTOMER_PARTS = ['overview', 'timeline', 'transactions', 'network'] as const;
export const TIMELINE_KINDS = [
  'event',
  'alert',
  'decision',
  'handling',
  'case',
  'kyc',
  'signal',
  'rating',
  'profile',
] as const;
export const DIRECTIONS = ['inbound', 'outbound'] as const;
export const PERIODS = ['day', 'week'] as const;

/** What the page of one customer shows. */
export interface CustomerPartFilters {
  /** without it: the overview */
  part?: (typeof CUSTOMER_PARTS)[number];
  kind?: (typeof TIMELINE_KINDS)[number];
  direction?: (typeof DIRECTIONS)[number];
  counterparty?: string;
  min_amount?: string;
  max_amount?: string;
  from?: string;
  to?: string;
  by?: (typeof PERIODS)[number];
}

export const customerPartFilters = (given: Record<string, unknown>): CustomerPartFilters => ({
  part: oneOf(CUSTOMER_PARTS, given.part),
  kind: oneOf(TIMELINE_KINDS, given.kind),
  direction: oneOf(DIRECTIONS, given.direction),
  counterparty: text(given.counterparty),
  min_amount: text(given.min_amount),
  max_amount: text(given.max_amount),
  from: text(given.from),
  to: text(given.to),
  by: oneOf(PERIODS, given.by),
});
