import { NO_COUNTERPARTY, type Screening, type ScreeningStage } from './screening-stage';

/** Probity screens against its own lists. */
export const nativeScreening = (lists: Screening): ScreeningStage => ({
  mode: 'native',
  usesLists: true,
  screenProfile: (...about) => lists.screenProfile(...about),
  async screenCounterparty(tenantId, customer, counterparty, settings) {
    const { name } = counterparty ?? {};
    if (!counterparty || !name) {
      return NO_COUNTERPARTY;
    }
    return lists.screenCounterparty(tenantId, customer.id, { ...counterparty, name }, settings);
  },
});
