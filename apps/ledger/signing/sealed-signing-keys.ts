import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { Database } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';
import { SealedRows } from '@probity/service/resealing/sealed-rows';
import type { SealedSecrets } from '@probity/service/resealing/sealed-secrets';
import { SealedStreams } from '@probity/service/resealing/sealed-streams';
import { CHECK_CONTEXT } from './master-key-check';
import { SIGNING_KEY } from './signing-key';
import type { SigningKeyEvent } from './signing-key-events';
import { signingKeyContext } from './signing-keys';

/** The signing keys of ledgers. */
export const sealedSigningKeys = (database: Database, sealer: Sealer, store: AggregateStore): SealedSecrets[] => [
  new SealedStreams(sealer, {
    name: 'signing keys of ledgers',
    store,
    database,
    aggregate: SIGNING_KEY,
    table: 'ledger.signing_keys',
    id: { column: 'ledger_id', type: 'uuid' },
    column: 'sealed',
    secretsOf: ({ ledger_id, keys }) =>
      keys.map(({ signing_key_id, sealed }) => ({ sealed, context: signingKeyContext(ledger_id, signing_key_id) })),
    resealed: ({ ledger_id, keys }, secrets): SigningKeyEvent[] =>
      keys.flatMap(({ signing_key_id, sealed: before }, index) => {
        const sealed = secrets[index]!;
        if (sealed === before) return [];
        const by = { sealing_key: sealer.keyId, resealed_at: new Date().toISOString() };
        return [{ type: 'SigningKeyResealed' as const, data: { ledger_id, signing_key_id, sealed, ...by } }];
      }),
  }),
  new SealedRows(database, sealer, {
    name: 'check of the master key',
    table: 'ledger.master_key_check',
    column: 'sealed',
    id: { only_row: 'boolean' },
    contextOf: () => CHECK_CONTEXT,
  }),
];
