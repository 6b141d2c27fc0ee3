import { dataKeyContext } from '@probity/event-store/personal-data/data-keys';
import type { Database } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';
import { SealedRows } from '@probity/service/resealing/sealed-rows';

/** The keys of personal data of all services. This service seals them again for all of them. */
export const sealedDataKeys = (database: Database, sealer: Sealer): SealedRows =>
  new SealedRows(database, sealer, {
    name: 'keys of personal data',
    key: 'personal_data',
    table: 'privacy.data_keys',
    column: 'sealed_key',
    id: { subject: 'uuid' },
    contextOf: ([subject]) => dataKeyContext(subject!),
    replace: 'SELECT privacy.reseal_data_keys($1, $2, $3) AS count',
  });
