import { oneOf, page } from '../parts/search';

export const PROPOSAL_STATUSES = [
  'pending',
  'approved',
  'applied',
  'failed',
  'declined',
  'withdrawn',
  'expired',
] as const;

export interface ProposalFilters {
  /** without it: pending */
  status?: (typeof PROPOSAL_STATUSES)[number];
  page?: number;
}

export const proposalFilters = (given: Record<string, unknown>): ProposalFilters => ({
  status: oneOf(PROPOSAL_STATUSES, given.status),
  page: page(given.page),
});
