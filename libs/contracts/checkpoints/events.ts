import Type from 'typebox';
import { type DataOf, factsOf } from '../declaration/fact';
import { view } from '../declaration/view';
import { LEDGER_ID, SIGNING_KEY_ID, TENANT_ID } from '../examples';
import { FrontierHashes, Id, Timestamp, UUID_PATTERN } from '../fields';
import { CHECKPOINT_EVENTS } from '../topics';

/** The log of the events that belong to no tenant. Any other log is named after its tenant. */
export const PLATFORM_LOG = 'platform';
/** Not `tenant-`: followers of tenants would get these streams too, and the back office could write them. */
export const LOG_STREAM_PREFIX = 'notary-log-';
/** The stream of a log: the events that it has, and its checkpoints. */
export const logStream = (log: string): string => `${LOG_STREAM_PREFIX}${log}`;
/** Where the notary records what it copied outside. No log has these streams. */
export const COPIES_STREAM_PREFIX = 'notary-copies-';

const Note = (description: string) =>
  Type.String({ description: `${description}, as a signed note (c2sp.org/tlog-checkpoint)` });

/** An event in a log: its place, and the SHA-256 of its stored content in hexadecimal. */
export type LoggedLeaf = [stream: string, revision: number, id: string, type: string, digest: string];

/** Events that were appended to a log. It stays in Probity. */
export interface EventsLogged {
  type: 'EventsLogged';
  data: { log: string; tenant_id?: string; first_index: number; leaves: LoggedLeaf[]; logged_at: string };
}

const LedgerCheckpoint = view(
  'SignedLedgerCheckpoint',
  Type.Object({
    ledger_id: Id,
    revision: Type.Integer({ minimum: 0, description: 'of the CommitChained event in the stream of the ledger' }),
    tree_size: Type.Integer({ minimum: 0, description: 'transactions' }),
    checkpoint: Note('the head of the Merkle tree over the transactions of the ledger'),
  }),
);

const checkpointFact = factsOf({
  service: 'notary',
  prefix: LOG_STREAM_PREFIX,
  topic: CHECKPOINT_EVENTS,
  idField: 'log',
  idPattern: `(?:${PLATFORM_LOG}|${UUID_PATTERN})`,
  inside: ['EventsLogged'],
});

const TENANT_NAME = 'probity/tenant/4b1e0f6b7a52c3d8e9f0011223344556';
const LEDGER_NAME = 'probity/ledger/c07d1a2f6e8b4935a1f20b3c4d5e6f70';
/** Of two leaves. Its signature holds for no key. */
const exampleNote = (name: string): string =>
  `${name}\n2\nLWtX9mAPGIw7qMtQcxrLBWe8tYOMCLfFfS/4tnW+41k=\n\n— ${name} 3q2+7wAA\n`;

export const CheckpointSigned = checkpointFact('CheckpointSigned', {
  summary:
    'The head of the log of all events of a tenant was signed, with the heads of its ledgers that changed. Keep the ' +
    'checkpoints outside of Probity: each one must be consistent with all later ones. The log has other events between ' +
    'them, so their revisions have gaps.',
  data: Type.Object({
    log: Type.String({ description: 'the id of the tenant, or `platform` for the events that belong to no tenant' }),
    tenant_id: Type.Optional(Id),
    tree_size: Type.Integer({ minimum: 1, description: 'events in the log' }),
    frontier: FrontierHashes('the Merkle tree (RFC 6962) of the log'),
    checkpoint: Note('the head of the log'),
    ledgers: Type.Array(LedgerCheckpoint, { description: 'the ledgers whose tree changed since the last checkpoint' }),
    key_ids: Type.Array(Id, { description: 'the keys that signed' }),
    signed_at: Timestamp,
  }),
  example: {
    log: TENANT_ID,
    tree_size: 2,
    frontier: ['LWtX9mAPGIw7qMtQcxrLBWe8tYOMCLfFfS/4tnW+41k='],
    checkpoint: exampleNote(TENANT_NAME),
    ledgers: [{ ledger_id: LEDGER_ID, revision: 4, tree_size: 2, checkpoint: exampleNote(LEDGER_NAME) }],
    key_ids: [SIGNING_KEY_ID],
  },
});
export type CheckpointSigned = DataOf<typeof CheckpointSigned>;

export const CHECKPOINT_FACTS = [CheckpointSigned] as const;
