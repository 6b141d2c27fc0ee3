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
