import type { ComplianceSettings, StageMode, StageProvider } from '@probity/contracts/settings/compliance-settings';
import { canonicalJson } from '@probity/platform/canonical-json';

/** What runs a stage. */
export interface StageSetting {
  mode: StageMode;
  provider: StageProvider | null;
}

export interface StageChange {
  stage: keyof ComplianceSettings['stages'];
  before: StageSetting;
  after: StageSetting;
}

/** The stages whose mode or provider changed. */
export function stageChanges(before: ComplianceSettings, after: ComplianceSettings): StageChange[] {
  const stages = Object.keys(after.stages) as StageChange['stage'][];
  return stages
    .map((stage) => ({ stage, before: settingOf(stage, before), after: settingOf(stage, after) }))
    .filter((change) => canonicalJson(change.before) !== canonicalJson(change.after));
}

const settingOf = (stage: StageChange['stage'], { stages, providers }: ComplianceSettings): StageSetting => ({
  mode: stages[stage],
  provider: providers[stage],
});
