import type { StageOutcome } from '@probity/contracts/pipeline/views';

/** The stored outcome of a stage that Probity does not run. */
export const skipped = (stage: StageOutcome['stage'], mode: string): StageOutcome => ({
  stage,
  mode,
  result: 'skipped',
  evidence: {},
});
