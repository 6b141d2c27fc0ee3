import {
  PROVIDER_STREAM_PREFIX,
  type ProviderConfigured,
  type ProviderEvent,
  providerStream,
  type ProviderStatus,
} from '@probity/contracts/providers/events';
import type { ProviderView } from '@probity/contracts/providers/views';
import type { Aggregate } from '@probity/event-store/aggregate';
import type { AggregateStore, Decision } from '@probity/event-store/aggregate-store';
import { canonicalJson } from '@probity/platform/canonical-json';
import { found, invalid } from '@probity/platform/errors';
import { derivedId } from '@probity/platform/ids';
import type { Sealer } from '@probity/platform/sealing';
import type { TimeSource } from '@probity/platform/time-source';
import { configurationProblems, splitSecrets } from '@probity/providers/configuration';
import { foundProvider } from '@probity/providers/found-provider';
import type { ProviderPlugin } from '@probity/providers/plugin';
import type { PluginRegistry } from '@probity/providers/registry';
import {
  projectProviderEvents,
  PROVIDER_ROW,
  PROVIDER_TABLES,
  PROVIDER_AUDIT,
} from '@probity/read-side/providers/provider-projection';
import { providerAsSeen, refuseUnlessAsSeen } from '@probity/read-side/proposals/as-seen';
import type { ProviderQueries } from '@probity/read-side/providers/provider-queries';
import { BadTarget } from '@probity/targets/bad-target';
import { checkOrigin } from '@probity/targets/check-origin';
import type { TargetPolicy } from '@probity/targets/target-policy';
import { openSecrets, type Secrets, SecretsNotOpened, sealSecrets } from './sealed-secrets';
import type { Officer } from '@probity/contracts/staff/officer';

const MAX_PROBLEMS = 5;
const MORE_TARGETS =
  'An operator allows ports with PROVIDER_PORTS, and private networks with PROVIDER_ALLOWED_NETWORKS.';

export type ProviderState = Pick<
  ProviderConfigured,
  'provider_id' | 'tenant_id' | 'plugin' | 'plugin_version' | 'version' | 'configuration' | 'secrets' | 'sealed_secrets'
> & { status: ProviderStatus };

/** A plugin with the configuration of a tenant. */
export const PROVIDER: Aggregate<ProviderState, ProviderEvent> = {
  name: 'provider',
  kind: 'providers',
  prefix: PROVIDER_STREAM_PREFIX,
  stream: providerStream,
  evolve: (state, event) => {
    if (event.type === 'ProviderConfigured') return { ...event.data, status: state?.status ?? 'inactive' };
    if (event.type === 'ProviderSecretsResealed') return { ...state!, sealed_secrets: event.data.sealed_secrets };
    return { ...state!, status: event.type === 'ProviderActivated' ? 'active' : 'inactive' };
  },
  tenantOf: ({ tenant_id }) => tenant_id,
  row: PROVIDER_ROW,
  tables: PROVIDER_TABLES,
  audit: PROVIDER_AUDIT,
  projection: projectProviderEvents,
};

/** The id of a tenant's provider, so that a tenant configures a plugin once. */
export const providerIdOf = (tenantId: string, plugin: string): string => derivedId(tenantId, `provider:${plugin}`);

/** Which provider an officer changes, and why. */
export interface ProviderDecision extends Officer {
  tenant_id: string;
  plugin: string;
  reason: string;
}

/** Changes the providers of tenants. */
export class Providers {
  constructor(
    private readonly store: AggregateStore,
    private readonly registry: PluginRegistry,
    private readonly targets: TargetPolicy,
    private readonly sealer: Sealer,
    private readonly queries: ProviderQueries,
    private readonly time: TimeSource,
  ) {}

  /**
   * Stores a configuration. A secret that is not given keeps its value.
   *
   * @throws Refusal `not_found` for an unknown plugin, `invalid_provider`
   */
  async configure(
    decision: ProviderDecision,
    configuration: Record<string, unknown>,
    newSecrets: Secrets,
    seen?: string,
  ): Promise<ProviderView> {
    const { tenant_id, plugin: name } = decision;
    const plugin = found('plugin', name, this.registry.find(name));
    const provider_id = providerIdOf(tenant_id, name);
    await this.store.change(PROVIDER, provider_id, (loaded): Decision<ProviderEvent> | undefined => {
      const before = loaded?.state;
      const opened = before && this.earlierSecrets(provider_id, before, newSecrets);
      const earlier = opened ?? {};
      const { secrets } = splitSecrets(plugin, { ...earlier, ...newSecrets });
      refuseProblems(plugin, configuration, secrets);
      const kept = Object.keys(earlier).filter((secret) => !(secret in newSecrets));
      if (before)
        refuseOtherOrigin(plugin, { ...before.configuration, ...earlier }, { ...configuration, ...secrets }, kept);
      this.refuseTarget(plugin.baseUrl({ ...configuration, ...secrets }));
      if (
        before &&
        opened &&
        isSame(before, plugin, configuration) &&
        canonicalJson(secrets) === canonicalJson(earlier)
      ) {
        return undefined;
      }
      refuseUnlessAsSeen('provider', providerAsSeen(before), seen);
      const data = {
        provider_id,
        ...decision,
        plugin_version: plugin.version,
        version: (before?.version ?? 0) + 1,
        stages: [...plugin.stages],
        configuration,
        secrets: Object.keys(secrets).sort(),
        sealed_secrets: sealSecrets(this.sealer, provider_id, secrets).toString('base64'),
        configured_at: this.time.now().toISOString(),
      };
      return { events: [{ type: 'ProviderConfigured', data }] };
    });
    return this.view(tenant_id, name);
  }

  /** @throws Refusal `not_found` when the tenant has not configured the plugin */
  async setStatus(
    decision: ProviderDecision,
    status: ProviderStatus,
    { operationId, as_seen }: { operationId?: string | undefined; as_seen?: string | undefined } = {},
  ): Promise<ProviderView> {
    const { tenant_id, plugin } = decision;
    const provider_id = providerIdOf(tenant_id, plugin);
    await this.store.change(PROVIDER, provider_id, (loaded): Decision<ProviderEvent> | undefined => {
      const { state, events } = foundProvider(plugin, loaded);
      const isRepeat = operationId !== undefined && events.some(({ id }) => id === operationId);
      if (isRepeat) return undefined;
      refuseUnlessAsSeen('provider', providerAsSeen(state), as_seen);
      if (state.status === status) return undefined;
      const at = this.time.now().toISOString();
      const data = { provider_id, ...decision };
      const event: ProviderEvent =
        status === 'active'
          ? { type: 'ProviderActivated', data: { ...data, activated_at: at } }
          : { type: 'ProviderDeactivated', data: { ...data, deactivated_at: at } };
      return { events: [{ ...event, id: operationId }] };
    });
    return this.view(tenant_id, plugin);
  }

  /** Undefined when they cannot be opened: they are lost, and none of them can keep its value. */
  private earlierSecrets(
    providerId: string,
    { secrets, sealed_secrets }: ProviderState,
    given: Secrets,
  ): Secrets | undefined {
    try {
      return openSecrets(this.sealer, providerId, Buffer.from(sealed_secrets, 'base64'));
    } catch (error) {
      if (!(error instanceof SecretsNotOpened)) throw error;
      const missing = secrets.filter((name) => !(name in given));
      if (missing.length === 0) return undefined;
      throw invalid('invalid_provider', `${error.message}; missing: ${missing.join(', ')}. No changes were made.`);
    }
  }

  private refuseTarget(baseUrl: string): void {
    try {
      checkOrigin(new URL(baseUrl), this.targets);
    } catch (error) {
      throw error instanceof BadTarget
        ? invalid('invalid_provider', `${baseUrl}: ${error.message}. ${MORE_TARGETS}`)
        : error;
    }
  }

  private async view(tenantId: string, plugin: string): Promise<ProviderView> {
    return foundProvider(plugin, await this.queries.provider(tenantId, plugin));
  }
}

const isSame = (before: ProviderState, plugin: ProviderPlugin, configuration: Record<string, unknown>): boolean =>
  before.plugin_version === plugin.version && canonicalJson(before.configuration) === canonicalJson(configuration);

/** Otherwise staff could send stored secrets, which they cannot read, to an address of their own. */
function refuseOtherOrigin(
  plugin: ProviderPlugin,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  kept: string[],
): void {
  const originOf = (configuration: Record<string, unknown>): string => new URL(plugin.baseUrl(configuration)).origin;
  if (kept.length === 0 || originOf(before) === originOf(after)) return;
  const message = `the address changes to ${originOf(after)}; give these secrets again: ${kept.join(', ')}`;
  throw invalid('invalid_provider', message);
}

/** The configuration without secrets is readable for staff, so a secret in it is a mistake. */
function refuseProblems(plugin: ProviderPlugin, configuration: Record<string, unknown>, secrets: Secrets): void {
  const misplaced = plugin.secrets.filter((field) => field in configuration);
  const problems = [
    ...misplaced.map((field) => `${field}: is a secret; send it with the secrets`),
    ...configurationProblems(plugin, { ...configuration, ...secrets }),
  ];
  if (problems.length === 0) return;
  const more = problems.length > MAX_PROBLEMS ? `; and ${problems.length - MAX_PROBLEMS} more` : '';
  throw invalid('invalid_provider', problems.slice(0, MAX_PROBLEMS).join('; ') + more);
}
