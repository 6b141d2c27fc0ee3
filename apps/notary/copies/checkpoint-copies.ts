import { COPIES_STREAM_PREFIX, PLATFORM_LOG } from '@probity/contracts/checkpoints/events';
import type { CopyKind } from '@probity/contracts/checkpoints/views';
import type { Aggregate } from '@probity/event-store/aggregate';
import { EventDamaged } from '@probity/event-store/damaged';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { isCount, isStorableText, isTimestamp } from '@probity/persistence/storable';
import { isObject } from '@probity/platform/is-object';

/** A target outside has a checkpoint of a log. It stays in Probity: no topic has it. */
export interface CheckpointCopied {
  type: 'CheckpointCopied';
  data: {
    log: string;
    tenant_id?: string;
    kind: CopyKind;
    name: string;
    tree_size: number;
    /** of the last event in the stream of the log that the copy covers */
    log_revision: number;
    /** the signed note that was copied */
    checkpoint: string;
    /** the time-stamp token in base64, or the line of the cosignature; null for a bucket */
    proof: string | null;
    copied_at: string;
  };
}

const COPIED = `
  INSERT INTO notary.copies AS c (log, kind, name, tenant_id, tree_size, log_revision, copied_at, proof, revision)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (log, kind, name) DO UPDATE SET tree_size = excluded.tree_size, log_revision = excluded.log_revision,
    copied_at = excluded.copied_at, proof = excluded.proof, revision = excluded.revision
  WHERE c.revision < excluded.revision`;

/** The copies of one log at all targets. Its stream is named after the log. */
export const CHECKPOINT_COPIES: Aggregate<CheckpointCopied['data'], CheckpointCopied> = {
  name: 'copy of a checkpoint',
  kind: 'checkpoint-copies',
  prefix: COPIES_STREAM_PREFIX,
  stream: (log) => `${COPIES_STREAM_PREFIX}${log}`,
  evolve: (_before, event) => event.data,
  tenantOf: (copied) => copied.tenant_id ?? null,
  // A stream gets an event in each interval: a change reads only the last one.
  decidesOnReadSide: true,
  projection: projectCopies,
};

/** A row names the log of its stream, whatever the event says: a forged event can only concern that log. */
async function projectCopies(sql: Sql, events: RecordedEvent[]): Promise<void> {
  for (const event of events) {
    if (event.isForeign || event.type !== 'CheckpointCopied') continue;
    const log = event.stream.slice(COPIES_STREAM_PREFIX.length);
    if (!isCopied(event.data)) throw new EventDamaged(event);
    const { kind, name, tree_size, log_revision, copied_at, proof } = event.data;
    const { tenant_id } = tenantOf(log);
    const values = [log, kind, name, tenant_id, tree_size, log_revision, copied_at, proof, event.revision];
    await sql.query(COPIED, values);
  }
}

function isCopied(data: unknown): data is CheckpointCopied['data'] {
  if (!isObject(data)) return false;
  const { kind, name, tree_size, log_revision, copied_at, proof } = data;
  const areCounts = isCount(tree_size) && isCount(log_revision) && isTimestamp(copied_at);
  return areCounts && isStorableText(kind) && isStorableText(name) && (proof === null || isStorableText(proof));
}

export const tenantOf = (log: string): { tenant_id?: string } => (log === PLATFORM_LOG ? {} : { tenant_id: log });
