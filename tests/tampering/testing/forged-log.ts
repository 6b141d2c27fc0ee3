import { type CheckpointSigned, type EventsLogged, logStream } from '@probity/contracts/checkpoints/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { withoutMac } from '@probity/event-store/authentication/event-authentication';
import { parseCheckpoint } from '@probity/ledger-verification/checkpoint';
import { eventDigest } from '@probity/ledger-verification/event-chain';
import { EMPTY_TREE, type Frontier } from '@probity/ledger-verification/merkle-tree';
import { parseNote } from '@probity/ledger-verification/signed-note';
import { projectLog } from '@probity/read-side/checkpoints/log-projection';
import { decideCheckpoint } from '../../../apps/notary/logs/decide-checkpoint';
import type { NewLeaf } from '../../../apps/notary/leaves/sort-out';
import { changedValue, placesIn, withChanged } from '../changed-json';
import type { StoredEvent } from '../stored-events';
import { tamper } from '../stored-state';
import type { StoppedInstallation } from './stopped-installation';

const recorded = (stream: string, { metadata, data, ...event }: StoredEvent): RecordedEvent => ({
  ...event,
  ...{ stream, data: JSON.parse(data) as unknown },
  ...(metadata ? { metadata: JSON.parse(metadata) as RecordedEvent['metadata'] } : {}),
});

const stored = ({ revision, id, type, data, metadata }: RecordedEvent): StoredEvent => ({
  ...{ revision, id, type },
  data: JSON.stringify(data),
  metadata: metadata ? JSON.stringify(metadata) : null,
});

/**
 * Changes the first event of a stream as a person can who has the master key: its MAC holds, the log has it, the notary's
 * key signed each checkpoint anew, and the tables of the notary agree.
 */
export async function forgeWithKeys(installation: StoppedInstallation, stream: string): Promise<void> {
  const { streams, tenant, database } = installation;
  const [first, ...rest] = (await streams.read(stream)).map((event) => recorded(stream, event));
  const place = placesIn(first!.data as never).find(([name]) => !name!.toString().endsWith('_id'))!;
  const forged = {
    ...withoutMac(first!),
    data: withChanged(first!.data as never, place, changedValue),
  };
  const signed = { ...first!, ...installation.ownerOf(stream)!.sign(stream, first!.revision, forged) };
  await streams.write(stream, [signed, ...rest].map(stored));

  const log = await forgedLog(installation, signed);
  await streams.write(logStream(tenant), log.map(stored));
  await tamper(database.owner, async (sql) => {
    for (const table of ['leaves', 'ledger_checkpoints', 'logs'])
      await sql.query(`DELETE FROM notary.${table} WHERE log = $1`, [tenant]);
    await projectLog(sql, log);
  });
}

/** The log with another event, signed with the real key. */
async function forgedLog({ streams, tenant, keys }: StoppedInstallation, event: RecordedEvent) {
  const key = (await keys.find(tenant))!.at(-1)!;
  const events = (await streams.read(logStream(tenant))).map((one) => recorded(logStream(tenant), one));
  const forged: RecordedEvent[] = [];
  let tree: Frontier = EMPTY_TREE;
  for (let n = 0; n < events.length; n += 2) {
    const [logged, signed] = [events[n]!, events[n + 1]!];
    const { leaves, logged_at } = logged.data as EventsLogged['data'];
    const heads = new Map((signed.data as CheckpointSigned).ledgers.map((head) => [`ledger-${head.ledger_id}`, head]));
    const next = leaves.map(([stream, revision, id, type, digest]): NewLeaf => {
      const isForged = stream === event.stream && revision === event.revision;
      const head = type === 'CommitChained' ? heads.get(stream)! : undefined;
      const root = head && parseCheckpoint(parseNote(head.checkpoint).text).root;
      return {
        leaf: [stream, revision, id, type, isForged ? eventDigest(event) : digest],
        ...(head && { ledger: { id: head.ledger_id, revision: head.revision, size: head.tree_size, root: root! } }),
      };
    });
    const decided = decideCheckpoint(tenant, tree, next, [key], new Date(logged_at));
    forged.push({ ...logged, data: decided.logged }, { ...signed, data: decided.signed });
    ({ tree } = decided);
  }
  return forged;
}
