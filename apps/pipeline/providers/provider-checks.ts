import type { ProviderHealth, ProviderTest } from '@probity/contracts/providers/views';
import { found, invalid } from '@probity/platform/errors';
import type { TimeSource } from '@probity/platform/time-source';
import { foundProvider } from '@probity/providers/found-provider';
import type { ApiClients } from '@probity/providers/api-client';
import { ProviderFailure } from '@probity/providers/provider-api';
import type { PluginRegistry } from '@probity/providers/registry';
import type { ConfiguredProvider, ProviderConfigurations } from './provider-configurations';
import { providerIdOf } from './providers';
import { SecretsNotOpened } from './sealed-secrets';

/** Below the deadline of a command. */
const TEST_DEADLINE_MS = 8_000;

/** The state of the requests of this process to a provider of a tenant. */
export type CallHealth = Omit<ProviderHealth, 'plugin' | 'status' | 'signals' | 'last_signal_at'>;

const NO_REQUESTS: CallHealth = {
  circuit: 'closed',
  running: 0,
  waiting: 0,
  requests: 0,
  failures: 0,
  p50_ms: null,
  p99_ms: null,
  last_success_at: null,
  last_failure: null,
};

/** Shows staff whether a provider works. */
export class ProviderChecks {
  constructor(
    private readonly registry: PluginRegistry,
    private readonly configurations: ProviderConfigurations,
    private readonly clients: Pick<ApiClients, 'call' | 'health'>,
    private readonly time: TimeSource,
  ) {}

  /**
   * Asks the provider something harmless.
   *
   * @throws Refusal `not_found`, or `invalid_provider` when the plugin has no test
   */
  async test(tenantId: string, name: string): Promise<ProviderTest> {
    const plugin = found('plugin', name, this.registry.find(name));
    const provider = await this.configured(tenantId, name);
    if (!plugin.test) throw invalid('invalid_provider', `the plugin ${name} has no test`);
    const begun = this.time.now().getTime();
    if (provider instanceof SecretsNotOpened) return { ok: false, message: provider.message, duration_ms: 0 };
    const called = { id: provider.provider_id, plugin, baseUrl: plugin.baseUrl(provider.configuration) };
    const api = this.clients.call(called, TEST_DEADLINE_MS);
    const result = (ok: boolean, message: string): ProviderTest => {
      return { ok, message, duration_ms: this.time.now().getTime() - begun };
    };
    try {
      return result(true, await plugin.test(api, provider.configuration));
    } catch (error) {
      // Other errors may quote the response, which may have personal data.
      if (error instanceof ProviderFailure) return result(false, error.message);
      return result(false, `the response of ${plugin.title} has an unknown form`);
    }
  }

  /** @throws Refusal `not_found` */
  async health(tenantId: string, plugin: string): Promise<CallHealth> {
    const provider = await this.configured(tenantId, plugin);
    const calls = this.clients.health(providerIdOf(tenantId, plugin)) ?? NO_REQUESTS;
    return provider instanceof SecretsNotOpened ? { ...calls, problem: provider.message } : calls;
  }

  private async configured(tenantId: string, name: string): Promise<ConfiguredProvider | SecretsNotOpened> {
    const provider = await this.configurations.configured(tenantId, name).catch((error: unknown) => {
      if (error instanceof SecretsNotOpened) return error;
      throw error;
    });
    return foundProvider(name, provider);
  }
}
