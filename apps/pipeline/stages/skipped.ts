import type { StageOutcome } from '@probity/contracts/pipeline/views';

/** What is written down of a stage that Probity does not run. */
export const skipped = (stage: StageOutcome['stage'], mode: string): StageOutcome => ({
  stage,
  mode,
  result: 'skipped',
  evidence: {},
});
