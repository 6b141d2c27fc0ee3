import type { Database } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';
import { SealedRows } from '@probity/service/resealing/sealed-rows';
import { secretContext } from './signing-secret';

/** The signing secrets of webhooks. */
export const sealedEndpoints = (database: Database, sealer: Sealer): SealedRows =>
  new SealedRows(database, sealer, {
    name: 'secrets of webhooks',
    table: 'webhooks.endpoints',
    column: 'sealed_secret',
    id: { id: 'uuid' },
    contextOf: ([id]) => secretContext(id!),
  });
