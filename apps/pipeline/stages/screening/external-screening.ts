import type { Screened, ScreeningStage } from './screening-stage';

const SKIPPED: Screened = { alerts: [], evidence: {}, result: 'skipped' };

/** Another system screens customers; Probity skips the stage. */
export const externalScreening: ScreeningStage = {
  mode: 'external',
  usesLists: false,
  screenProfile: () => Promise.resolve(SKIPPED),
  screenTransaction: () => Promise.resolve(SKIPPED),
};
