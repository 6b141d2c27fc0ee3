import { PROVIDER_STAGES } from '@probity/contracts/providers/words';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';

/**
 * Sentences about the stages that an inactive provider should run.
 *
 * @param slug of the tenant
 */
export const inactiveNotes = (slug: string, plugin: string, { stages, providers }: ComplianceSettings): string[] =>
  PROVIDER_STAGES.flatMap((stage) => {
    const provider = providers[stage];
    if (stages[stage] !== 'plugin' || provider?.plugin !== plugin) return [];
    const instead = provider.fallback === 'native' ? 'the built-in engine runs it' : 'the stage has no result';
    return [
      `The stage ${stage} still uses ${plugin}. From the next event on ${instead}, and staff get a notice. To change ` +
        `what runs it: probity stage set --tenant ${slug} ${stage} native`,
    ];
  });
