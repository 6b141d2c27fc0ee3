import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { Database } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';
import type { EndpointEvent } from '@probity/read-side/webhooks/endpoint-events';
import type { SealedSecrets } from '@probity/service/resealing/sealed-secrets';
import { SealedStreams } from '@probity/service/resealing/sealed-streams';
import { secretContext } from './signing-secret';
import { WEBHOOK_ENDPOINT } from './webhook-endpoint';

/** The signing secrets of webhooks. */
export const sealedEndpoints = (database: Database, sealer: Sealer, store: AggregateStore): SealedSecrets =>
  new SealedStreams(sealer, {
    name: 'secrets of webhooks',
    store,
    database,
    aggregate: WEBHOOK_ENDPOINT,
    table: 'webhooks.endpoints',
    id: { column: 'id', type: 'uuid' },
    where: 'sealed_secret IS NOT NULL',
    column: 'sealed_secret',
    secretsOf: ({ endpoint_id: id, tenant_id, url, event_types, sealed_secret: sealed }) =>
      sealed === null ? [] : [{ sealed, context: secretContext({ id, tenant_id, url, event_types }) }],
    resealed: ({ endpoint_id, tenant_id }, [sealed]): EndpointEvent => ({
      type: 'EndpointSecretResealed',
      data: {
        ...{ endpoint_id, tenant_id, sealed_secret: sealed!, sealing_key: sealer.keyId },
        resealed_at: new Date().toISOString(),
      },
    }),
  });
