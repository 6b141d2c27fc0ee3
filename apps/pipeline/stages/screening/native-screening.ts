import type { Screening, ScreeningStage } from './screening-stage';

/** Probity screens against its own lists. */
export const nativeScreening = (lists: Screening): ScreeningStage => ({
  mode: 'native',
  usesLists: true,
  screenProfile: (...about) => lists.screenProfile(...about),
  async screenCounterparty(tenantId, customerId, counterparty, settings) {
    const { name } = counterparty ?? {};
    if (!counterparty || !name) {
      return { alerts: [], evidence: { counterparty: 'not named' }, result: 'nothing_to_screen' };
    }
    return lists.screenCounterparty(tenantId, customerId, { ...counterparty, name }, settings);
  },
});
