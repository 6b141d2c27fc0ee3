import type { ListSourceEvent } from '@probity/contracts/list-sources/events';
import type { ProviderEvent } from '@probity/contracts/providers/events';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { Database } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';
import { hexOf } from '@probity/service/resealing/sealed-operations';
import { SealedRows } from '@probity/service/resealing/sealed-rows';
import type { SealedSecrets } from '@probity/service/resealing/sealed-secrets';
import { SealedStreams } from '@probity/service/resealing/sealed-streams';
import { queriesContext } from '../list-sources/sealed-queries';
import { LIST_SOURCE } from '../list-sources/source-state';
import { PROVIDER } from './providers';
import { responseContext } from './response-cache';
import { secretsContext } from './sealed-secrets';
import { payloadContext } from './webhook-payloads';

/** A body of a webhook can have a mebibyte. */
const LARGE_AT_ONCE = 10;

/** The secrets of providers and of the sources of lists, and what providers sent. */
export function sealedInPipeline(database: Database, sealer: Sealer, store: AggregateStore): SealedSecrets[] {
  const renewed = () => ({ sealing_key: sealer.keyId, resealed_at: new Date().toISOString() });
  return [
    new SealedStreams(sealer, {
      name: 'secrets of providers',
      store,
      database,
      aggregate: PROVIDER,
      table: 'pipeline.providers',
      id: { column: 'id', type: 'uuid' },
      column: 'sealed_secrets',
      secretsOf: ({ provider_id, sealed_secrets }) => [
        { sealed: sealed_secrets, context: secretsContext(provider_id) },
      ],
      resealed: ({ provider_id, tenant_id, plugin }, [sealed]): ProviderEvent => ({
        type: 'ProviderSecretsResealed',
        data: { provider_id, tenant_id, plugin, sealed_secrets: sealed!, ...renewed() },
      }),
    }),
    new SealedStreams(sealer, {
      name: 'addresses of lists',
      store,
      database,
      aggregate: LIST_SOURCE,
      table: 'pipeline.watchlist_sources',
      id: { column: 'list', type: 'text' },
      column: 'sealed_queries',
      secretsOf: ({ source }) =>
        source?.sealed_queries === undefined
          ? []
          : [{ sealed: source.sealed_queries, context: queriesContext(source.list) }],
      resealed: ({ source }, [sealed]): ListSourceEvent => ({
        type: 'WatchlistSourceResealed',
        data: { list: source!.list, sealed_queries: sealed!, ...renewed() },
      }),
    }),
    new SealedRows(database, sealer, {
      name: 'bodies of webhooks of providers',
      table: 'pipeline.provider_payloads',
      column: 'sealed_payload',
      id: { id: 'uuid' },
      atOnce: LARGE_AT_ONCE,
      contextOf: ([id]) => payloadContext(id!),
    }),
    new SealedRows(database, sealer, {
      name: 'results of providers',
      table: 'pipeline.provider_responses',
      column: 'sealed',
      id: { tenant_id: 'uuid', key: 'bytea' },
      atOnce: LARGE_AT_ONCE,
      contextOf: ([tenantId, key]) => responseContext(tenantId!, hexOf(key!)),
    }),
  ];
}
