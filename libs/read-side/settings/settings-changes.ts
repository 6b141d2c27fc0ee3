import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import { canonicalJson } from '@probity/platform/canonical-json';
import { type StageChange, stageChanges } from './stage-changes';

interface SettingsChanges {
  /** the parts of the settings that differ, such as `screening` */
  changed: string[];
  stages?: StageChange[];
  retention?: Record<'before' | 'after', ComplianceSettings['retention']>;
}

/** The settings that the audit entry of a change has before and after. */
export function settingsChanges(before: ComplianceSettings, after: ComplianceSettings): SettingsChanges {
  const stages = stageChanges(before, after);
  const parts = Object.keys(after) as (keyof ComplianceSettings)[];
  const changed = parts.filter((part) => canonicalJson(before[part]) !== canonicalJson(after[part]));
  return {
    changed,
    ...(stages.length > 0 && { stages }),
    ...(changed.includes('retention') && { retention: { before: before.retention, after: after.retention } }),
  };
}
