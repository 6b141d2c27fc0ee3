import { Injectable } from '@nestjs/common';
import type { Officer } from '@probity/contracts/staff/officer';
import { configureProvider, readProviderKey, secretsContext } from '@probity/contracts/providers/commands';
import type { ProviderView } from '@probity/contracts/providers/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import { encryptRequest } from '@probity/platform/request-encryption';
import { splitSecrets } from '@probity/providers/configuration';
import { PluginRegistry } from '@probity/providers/registry';

export interface ProviderDecision extends Officer {
  tenant_id: string;
  plugin: string;
  reason: string;
  /** the hash of the provider as the decision found it */
  as_seen: string;
}

/** Sends configurations to the pipeline, with the secrets encrypted. */
@Injectable()
export class ProviderCommands {
  constructor(
    private readonly commands: CommandBus,
    private readonly plugins: PluginRegistry,
  ) {}

  /** @throws Refusal `not_found`, `invalid_provider` */
  async configure(decision: ProviderDecision, configuration: Record<string, unknown>): Promise<ProviderView> {
    const { tenant_id, plugin: name } = decision;
    const plugin = found('plugin', name, this.plugins.find(name));
    const { readable, secrets } = splitSecrets(plugin, configuration);
    const encrypted = Object.keys(secrets).length > 0 && {
      encrypted_secrets: await this.encrypted(tenant_id, name, secrets),
    };
    return this.commands.send(configureProvider, { ...decision, configuration: readable, ...encrypted });
  }

  private async encrypted(tenantId: string, plugin: string, secrets: Record<string, unknown>): Promise<string> {
    const { public_key } = await this.commands.send(readProviderKey, { tenant_id: tenantId });
    return encryptRequest(public_key, JSON.stringify(secrets), secretsContext(tenantId, plugin));
  }
}
