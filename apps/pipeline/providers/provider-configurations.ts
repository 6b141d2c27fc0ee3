import type { Sql } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';
import { openSecrets } from './sealed-secrets';

const PROVIDER = `
  SELECT id, plugin, version, plugin_version, configuration, sealed_secrets, status FROM pipeline.providers
  WHERE tenant_id = $1 AND plugin = $2`;

/** A provider of a tenant, ready to be called. */
export interface ConfiguredProvider {
  provider_id: string;
  plugin: string;
  plugin_version: string;
  /** of the configuration */
  version: number;
  /** with the secrets */
  configuration: Record<string, unknown>;
}

interface Row {
  id: string;
  plugin: string;
  version: number;
  plugin_version: string;
  configuration: Record<string, unknown>;
  sealed_secrets: Buffer;
  status: string;
}

/** Reads the configurations of providers with their secrets. Every read sees the latest change. */
export class ProviderConfigurations {
  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
  ) {}

  /** The provider, if it is configured and active. @throws SecretsNotOpened */
  async active(tenantId: string, plugin: string): Promise<ConfiguredProvider | undefined> {
    const row = await this.row(tenantId, plugin);
    return row?.status === 'active' ? this.opened(row) : undefined;
  }

  /** The provider, if it is configured, active or not. */
  async configured(tenantId: string, plugin: string): Promise<ConfiguredProvider | undefined> {
    const row = await this.row(tenantId, plugin);
    return row && this.opened(row);
  }

  private async row(tenantId: string, plugin: string): Promise<Row | undefined> {
    const { rows } = await this.sql.query<Row>(PROVIDER, [tenantId, plugin]);
    return rows[0];
  }

  private opened({ id, plugin, version, plugin_version, configuration, sealed_secrets }: Row): ConfiguredProvider {
    const secrets = openSecrets(this.sealer, id, sealed_secrets);
    return { provider_id: id, plugin, plugin_version, version, configuration: { ...configuration, ...secrets } };
  }
}
