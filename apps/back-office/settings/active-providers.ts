import { Injectable } from '@nestjs/common';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import { invalid } from '@probity/platform/errors';
import { configureFirst } from '@probity/providers/found-provider';
import type { PluginStage } from '@probity/providers/plugin';
import { PluginRegistry } from '@probity/providers/registry';
import { ProviderQueries } from '@probity/read-side/providers/provider-queries';
import { stageChanges } from '@probity/read-side/settings/stage-changes';

/** Checks the providers that settings give to stages. */
@Injectable()
export class ActiveProviders {
  constructor(
    private readonly queries: ProviderQueries,
    private readonly plugins: PluginRegistry,
  ) {}

  /**
   * A stage without its provider would always run with its fallback. A stage that does not change is not checked, so
   * that an inactive provider prevents no other change.
   *
   * @throws Refusal `provider_unavailable`
   */
  async refuseUnavailable(tenantId: string, before: ComplianceSettings, after: ComplianceSettings): Promise<void> {
    for (const { stage, after: now } of stageChanges(before, after)) {
      if (now.mode !== 'plugin' || now.provider === null) continue;
      const problem = await this.problem(tenantId, stage, now.provider.plugin);
      if (problem)
        throw invalid('provider_unavailable', `providers.${stage}.plugin is ${now.provider.plugin}, ${problem}`);
    }
  }

  private async problem(tenantId: string, stage: PluginStage, plugin: string): Promise<string | undefined> {
    const installed = this.plugins.find(plugin);
    if (!installed) return `but this installation has no such plugin; ${this.serving(stage)}`;
    if (!installed.stages.includes(stage)) {
      return `which does not serve this stage; it serves ${installed.stages.join(', ')}; ${this.serving(stage)}`;
    }
    if (!installed[stage]) {
      return (
        `which reports on ${stage} by webhook only; use the mode external: ` +
        `probity stage set --tenant <slug> ${stage} external`
      );
    }
    const provider = await this.queries.provider(tenantId, plugin);
    if (!provider) return `but the tenant has no such provider; ${configureFirst(plugin)}`;
    if (provider.status !== 'active')
      return `which is inactive; activate it first: probity providers activate --tenant <slug> ${plugin}`;
    return undefined;
  }

  private serving(stage: PluginStage): string {
    const names = this.plugins.list().flatMap((plugin) => (plugin[stage] ? [plugin.name] : []));
    return `plugins that can run ${stage}: ${names.join(', ') || 'none'}`;
  }
}
