import {
  COPIES_STREAM_PREFIX,
  LOG_STREAM_PREFIX,
  type LoggedLeaf,
  PLATFORM_LOG,
} from '@probity/contracts/checkpoints/events';
import { type CommitChained, LEDGER_STREAM_PREFIX } from '@probity/contracts/ledger/events';
import { SEALED_ITEMS } from '@probity/contracts/personal-data/sealed-items';
import { INGESTION_STREAM_PREFIX } from '@probity/contracts/pipeline/ingestion-events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { eventDigest } from '@probity/ledger-verification/event-chain';
import { isCount } from '@probity/persistence/storable';
import { isCanonicalUuid, isUuid } from '@probity/platform/ids';

/** The types of events that no log has, so that the store need not send them. */
export const NEVER_LOGGED = [
  'TransactionPosted',
  'EventsLogged',
  'CheckpointSigned',
  'CheckpointCopied',
  ...SEALED_ITEMS, // accepted events and their outcomes: there are very many
];

/** Probity writes no type that is longer. */
const MAX_TYPE = 200;

/** An event that belongs into a log. */
export interface Candidate {
  /** undefined when the event cannot be read, because it was changed, or has a revision or type that Probity never writes */
  leaf: LoggedLeaf | undefined;
  stream: string;
  revision: number;
  /** the id of the tenant that the event names, or PLATFORM_LOG */
  names: string;
  /** for the end of a commit of a ledger */
  commit?: CommitChained;
}

export const placeOf = ({ stream, revision }: { stream: string; revision: number }): string => `${stream}@${revision}`;

/**
 * The events that belong into logs. Of the streams of ledgers these are the ends of commits, which cover the other
 * events. Events of other programs and what the
 * notary writes of its logs are left out.
 */
export function candidatesOf(events: RecordedEvent[]): Candidate[] {
  return events.filter(belongsIntoLog).map((event): Candidate => {
    const { stream, revision, id, type, data } = event;
    const names = tenantNamedIn(data);
    const candidate = { stream, revision, names };
    const isReadable = data !== undefined && isCount(revision) && type.length <= MAX_TYPE;
    const digest = isReadable ? digestOf(event) : undefined;
    if (digest === undefined) return { ...candidate, leaf: undefined };
    const leaf: LoggedLeaf = [stream, revision, id, type, digest];
    if (type !== 'CommitChained') return { ...candidate, leaf };
    const isWhole = isCommit(data) && names !== PLATFORM_LOG;
    return isWhole ? { ...candidate, leaf, commit: data } : { ...candidate, leaf: undefined };
  });
}

/** Undefined for an event that has no canonical JSON, because it is nested deeper than Probity writes. */
function digestOf(event: RecordedEvent): string | undefined {
  try {
    return eventDigest(event);
  } catch {
    return undefined;
  }
}

/** The notary itself writes the first two about its logs; there are very many events of the third. */
const WITHOUT_LOG = [LOG_STREAM_PREFIX, COPIES_STREAM_PREFIX, INGESTION_STREAM_PREFIX];

/** Whether logs may have events of a stream. */
export const mayHaveLeaves = (stream: string): boolean => !WITHOUT_LOG.some((prefix) => stream.startsWith(prefix));

function belongsIntoLog({ stream, type, isForeign }: RecordedEvent): boolean {
  if (NEVER_LOGGED.includes(type)) return false;
  if (isForeign || !mayHaveLeaves(stream)) return false;
  return !stream.startsWith(LEDGER_STREAM_PREFIX) || type === 'CommitChained';
}

/** Has the fields that the notary uses. */
export function isCommit(data: unknown): data is CommitChained {
  if (typeof data !== 'object' || data === null) return false;
  const { ledger_id, first_revision, tree_size, frontier } = data as Partial<CommitChained>;
  const numbers = Number.isSafeInteger(first_revision) && Number.isSafeInteger(tree_size);
  return isCanonicalUuid(ledger_id) && numbers && areTexts(frontier);
}

const areTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((member: unknown) => typeof member === 'string');

/** In lower case, as Postgres compares ids: a tenant has one log. */
function tenantNamedIn(data: unknown): string {
  const id = typeof data === 'object' && data !== null ? (data as { tenant_id?: unknown }).tenant_id : undefined;
  return isUuid(id) ? id.toLowerCase() : PLATFORM_LOG;
}
