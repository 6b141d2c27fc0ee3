import type { Database } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';
import { SealedRows } from '@probity/service/resealing/sealed-rows';
import type { SealedSecrets } from '@probity/service/resealing/sealed-secrets';
import { type SealedEndpoint, secretContext } from './signing-secret';

/** The signing secrets of webhooks. The secret of a changed endpoint does not open, so it is not sealed again. */
export const sealedEndpoints = (database: Database, sealer: Sealer): SealedSecrets =>
  new SealedRows(database, sealer, {
    name: 'secrets of webhooks',
    table: 'webhooks.endpoints',
    column: 'sealed_secret',
    id: { id: 'uuid' },
    about: ['tenant_id', 'url', 'event_types'],
    contextOf: ([id], about) => secretContext({ ...(about as Omit<SealedEndpoint, 'id'>), id: id! }),
  });
