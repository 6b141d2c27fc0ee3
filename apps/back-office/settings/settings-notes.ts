import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import { canonicalJson } from '@probity/platform/canonical-json';

/**
 * What a change of settings does not do by itself, in sentences for whoever made it.
 *
 * @param slug of the tenant
 */
export function settingsNotes(slug: string, before: ComplianceSettings, after: ComplianceSettings): string[] {
  const notes: string[] = [];
  if (canonicalJson(before.scoring) !== canonicalJson(after.scoring)) {
    notes.push(
      'The scoring model changed. Each customer is scored with it at its next event or decision; ' +
        `to score all of them now: probity customers reassess --tenant ${slug}`,
    );
  }
  if (canonicalJson(before.screening) !== canonicalJson(after.screening)) {
    notes.push(
      'Customers are screened with this from now on: at onboarding, when their profile changes, and with what ' +
        'changes in a list. Those that were screened before are not screened again with it.',
    );
  }
  for (const [stage, mode] of Object.entries(after.stages)) {
    const was = before.stages[stage as keyof ComplianceSettings['stages']];
    if (mode === 'external' && was !== 'external') {
      notes.push(`The stage ${stage} is skipped from now on: a provider has to post its alerts back.`);
    }
  }
  return notes;
}
