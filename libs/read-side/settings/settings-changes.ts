import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import { canonicalJson } from '@probity/platform/canonical-json';
import { type StageChange, stageChanges } from './stage-changes';

interface SettingsChanges {
  stages?: StageChange[];
  retention?: Record<'before' | 'after', ComplianceSettings['retention']>;
}

/** The settings that the audit entry of a change has before and after. */
export function settingsChanges(before: ComplianceSettings, after: ComplianceSettings): SettingsChanges {
  const stages = stageChanges(before, after);
  const isSamePeriod = canonicalJson(before.retention) === canonicalJson(after.retention);
  return {
    ...(stages.length > 0 && { stages }),
    ...(!isSamePeriod && { retention: { before: before.retention, after: after.retention } }),
  };
}
