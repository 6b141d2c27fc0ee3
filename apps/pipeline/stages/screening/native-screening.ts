import { subjectsOfTransaction } from '../../screening/transaction-subjects';
import { NOTHING_NAMED, type Screening, type ScreeningStage } from './screening-stage';

/** Probity screens against its own lists. */
export const nativeScreening = (lists: Screening): ScreeningStage => ({
  mode: 'native',
  usesLists: true,
  screenProfile: (...about) => lists.screenProfile(...about),
  async screenTransaction(tenantId, customer, transaction, settings) {
    const subjects = subjectsOfTransaction(transaction, customer.profile);
    if (subjects.length === 0) return NOTHING_NAMED;
    return lists.screenTransaction(tenantId, customer.id, subjects, settings);
  },
});
