import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { type CheckpointSigned, type LoggedLeaf, logStream, PLATFORM_LOG } from '@probity/contracts/checkpoints/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { formatCheckpoint } from '@probity/ledger-verification/checkpoint';
import { signNote } from '@probity/platform/transparency/sign-note';

const { privateKey } = generateKeyPairSync('ed25519');
const AT = '2026-03-02T09:15:00.000Z';

/** A note in the form of a checkpoint. Its root is that of no tree. */
export function note(size: number): string {
  const name = 'probity/tenant/of-a-test';
  return signNote(formatCheckpoint({ origin: name, size, root: new Uint8Array(32) }), { name, privateKey });
}

/** The two events that append leaves to a log. */
export function logEvents(
  log: string,
  { leaves = [leafOf(`customer-${randomUUID()}`)], first = 0, revision = 0 } = {},
  ledgers: CheckpointSigned['ledgers'] = [],
): [RecordedEvent, RecordedEvent] {
  const of = log === PLATFORM_LOG ? { log } : { log, tenant_id: log };
  const tree_size = first + leaves.length;
  const signed = { ...of, tree_size, frontier: [], checkpoint: note(tree_size), ledgers, key_ids: [], signed_at: AT };
  const logged = { ...of, first_index: first, leaves, logged_at: AT };
  const stream = logStream(log);
  return [
    { id: randomUUID(), stream, revision, type: 'EventsLogged', data: logged },
    { id: randomUUID(), stream, revision: revision + 1, type: 'CheckpointSigned', data: signed },
  ];
}

export const leafOf = (stream: string, revision = 0): LoggedLeaf => [
  stream,
  revision,
  randomUUID(),
  'Happened',
  '0'.repeat(64),
];
