import type { ProviderEvent } from '@probity/contracts/providers/events';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { Database, Sql } from '@probity/persistence/database';
import { SharedQuery } from '@probity/persistence/shared-query';
import type { Sealer } from '@probity/platform/sealing';
import { AuthenticRows, ForgedRow } from '@probity/read-side/authentic-rows';
import { PROVIDER, type ProviderState } from './providers';
import { openSecrets, SecretsNotOpened } from './sealed-secrets';

const PROVIDERS = `
  SELECT p.id, p.tenant_id, p.plugin, p.version, p.plugin_version, p.configuration, p.sealed_secrets, p.status,
    p.revision::float8 AS revision
  FROM unnest($1::uuid[], $2::text[]) AS wanted (tenant_id, plugin)
  JOIN pipeline.providers p ON p.tenant_id = wanted.tenant_id AND p.plugin = wanted.plugin`;

export type GenuineProviders = AuthenticRows<ProviderState, ProviderEvent>;

export const genuineProviders = (database: Database, store: AggregateStore): GenuineProviders =>
  new AuthenticRows(
    database,
    store,
    PROVIDER,
    ({ tenant_id, plugin, version, plugin_version, configuration, sealed_secrets, status }) => ({
      ...{ tenant_id, plugin, version, plugin_version, configuration, sealed_secrets, status },
    }),
  );

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
  tenant_id: string;
  plugin: string;
  version: number;
  plugin_version: string;
  configuration: Record<string, unknown>;
  sealed_secrets: Buffer;
  status: string;
  revision: number;
}

/**
 * Reads the configurations of providers with their secrets. Every read sees the latest change; reads at the same time
 * share a query.
 */
export class ProviderConfigurations {
  /** by tenant and plugin */
  private readonly rows: SharedQuery<string, Map<string, Row>>;

  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
    private readonly genuine: GenuineProviders,
  ) {
    this.rows = new SharedQuery((keys) => this.read(keys));
  }

  /** The provider, if it is configured and active. @throws SecretsNotOpened also when its row was changed */
  async active(tenantId: string, plugin: string): Promise<ConfiguredProvider | undefined> {
    const row = await this.row(tenantId, plugin);
    return row?.status === 'active' ? this.opened(row) : undefined;
  }

  /** The provider, if it is configured, active or not. @throws SecretsNotOpened */
  async configured(tenantId: string, plugin: string): Promise<ConfiguredProvider | undefined> {
    const row = await this.row(tenantId, plugin);
    return row && this.opened(row);
  }

  private async row(tenantId: string, plugin: string): Promise<Row | undefined> {
    const key = keyOf(tenantId, plugin);
    return (await this.rows.ask([key])).get(key);
  }

  private async read(keys: string[]): Promise<Map<string, Row>> {
    const wanted = keys.map((key) => JSON.parse(key) as [tenantId: string, plugin: string]);
    const { rows } = await this.sql.query<Row>(PROVIDERS, [
      wanted.map(([tenantId]) => tenantId),
      wanted.map(([, plugin]) => plugin),
    ]);
    return new Map(rows.map((row) => [keyOf(row.tenant_id, row.plugin), row]));
  }

  /** A changed row could send the secrets to another address. */
  private async opened(row: Row): Promise<ConfiguredProvider> {
    const { id, plugin, version, plugin_version, configuration, sealed_secrets } = row;
    const { id: _id, revision, ...fields } = { ...row, sealed_secrets: sealed_secrets.toString('base64') };
    await this.genuine.check(id, revision, fields).catch((cause: unknown) => {
      throw cause instanceof ForgedRow ? new SecretsNotOpened(id, { cause }) : cause;
    });
    const secrets = openSecrets(this.sealer, id, sealed_secrets);
    return { provider_id: id, plugin, plugin_version, version, configuration: { ...configuration, ...secrets } };
  }
}

const keyOf = (tenantId: string, plugin: string): string => JSON.stringify([tenantId, plugin]);
