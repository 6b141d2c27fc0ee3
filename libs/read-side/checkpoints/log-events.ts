import {
  type CheckpointSigned,
  type EventsLogged,
  LOG_STREAM_PREFIX,
  PLATFORM_LOG,
} from '@probity/contracts/checkpoints/events';
import { EventDamaged } from '@probity/event-store/damaged';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { parseCheckpoint } from '@probity/ledger-verification/checkpoint';
import { LedgerVerificationError } from '@probity/ledger-verification/ledger-verification-error';
import { parseNote } from '@probity/ledger-verification/signed-note';
import { isCount, isStorableText, isTimestamp } from '@probity/persistence/storable';
import { isObject } from '@probity/platform/is-object';
import { isCanonicalUuid } from '@probity/platform/ids';

/** The notary never writes so many at once. */
const MAX_AT_ONCE = 10_000;
/** A tree of 2^53 leaves has no more complete subtrees. */
const MAX_FRONTIER = 53;

/** Whether a log can have this name: that of the platform, or the id of a tenant as Probity writes it. */
export const isLogName = (log: string): boolean => log === PLATFORM_LOG || isCanonicalUuid(log);

/** Whether the data of an event name the log, and its tenant, to whose stream the event belongs. */
export const nameLog = (data: Record<string, unknown>, log: string): boolean =>
  isLogName(log) && data.log === log && data.tenant_id === (log === PLATFORM_LOG ? undefined : log);

/** @throws EventDamaged when the event has not the form in which the notary writes it, or names another log */
export function loggedIn(event: RecordedEvent): EventsLogged['data'] {
  const data = ofItsLog(event);
  const { first_index, leaves, logged_at } = data;
  if (!isCount(first_index) || !areFew(leaves) || !leaves.every(isLeaf) || !isTimestamp(logged_at))
    throw new EventDamaged(event);
  return data as EventsLogged['data'];
}

/** @throws EventDamaged like `loggedIn` */
export function signedIn(event: RecordedEvent): CheckpointSigned {
  const data = ofItsLog(event);
  const { tree_size, frontier, checkpoint, ledgers, key_ids, signed_at } = data;
  const isWhole =
    isCount(tree_size) &&
    isStorableText(checkpoint) &&
    areTexts(frontier, MAX_FRONTIER) &&
    areTexts(key_ids, MAX_AT_ONCE);
  if (!isWhole || !isTimestamp(signed_at) || !areLedgers(ledgers)) throw new EventDamaged(event);
  return data as unknown as CheckpointSigned;
}

function ofItsLog(event: RecordedEvent): Record<string, unknown> {
  const { data, stream } = event;
  if (isObject(data) && nameLog(data, stream.slice(LOG_STREAM_PREFIX.length))) return data;
  throw new EventDamaged(event);
}

function isLeaf(leaf: unknown): boolean {
  if (!Array.isArray(leaf) || leaf.length !== 5) return false;
  const [stream, revision, ...texts] = leaf as unknown[];
  return isStorableText(stream) && isCount(revision) && texts.every((text) => typeof text === 'string');
}

/** Of each ledger there is one. */
function areLedgers(ledgers: unknown): boolean {
  if (!areFew(ledgers)) return false;
  const ids = ledgers.map((ledger) => isObject(ledger) && isLedger(ledger) && ledger.ledger_id);
  return !ids.includes(false) && new Set(ids).size === ids.length;
}

const isLedger = ({ ledger_id, revision, tree_size, checkpoint }: Record<string, unknown>): boolean =>
  isCanonicalUuid(ledger_id) && isCount(revision) && isHead(tree_size, checkpoint);

/** Whether it is a note of a tree with so many leaves. Its signature is not checked. */
function isHead(size: unknown, note: unknown): boolean {
  if (!isCount(size) || !isStorableText(note)) return false;
  try {
    return parseCheckpoint(parseNote(note).text).size === size;
  } catch (error) {
    if (error instanceof LedgerVerificationError) return false;
    throw error;
  }
}

const areFew = (value: unknown): value is unknown[] => Array.isArray(value) && value.length <= MAX_AT_ONCE;

const areTexts = (value: unknown, max: number): boolean =>
  Array.isArray(value) && value.length <= max && value.every((one) => typeof one === 'string');
