import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { Database } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';
import type { SealedSecrets } from '@probity/service/resealing/sealed-secrets';
import { SealedStreams } from '@probity/service/resealing/sealed-streams';
import { CHECKPOINT_KEY, type CheckpointKeyEvent } from './checkpoint-key';
import { checkpointKeyContext } from './checkpoint-keys';

/** The keys that sign checkpoints. */
export const sealedCheckpointKeys = (database: Database, sealer: Sealer, store: AggregateStore): SealedSecrets =>
  new SealedStreams(sealer, {
    name: 'keys that sign checkpoints',
    store,
    database,
    aggregate: CHECKPOINT_KEY,
    table: 'notary.keys',
    id: { column: 'log', type: 'text' },
    secretsOf: ({ log, keys }) => keys.map((key) => ({ sealed: key.sealed, context: checkpointKeyContext(log, key) })),
    resealed: ({ log, tenant_id, keys }, secrets): CheckpointKeyEvent[] =>
      keys.flatMap(({ key_id, sealed: before }, index) => {
        const sealed = secrets[index]!;
        if (sealed === before) return [];
        const of = { log, ...(tenant_id !== undefined && { tenant_id }), key_id };
        const by = { sealing_key: sealer.keyId, resealed_at: new Date().toISOString() };
        return [{ type: 'CheckpointKeyResealed' as const, data: { ...of, sealed, ...by } }];
      }),
  });
