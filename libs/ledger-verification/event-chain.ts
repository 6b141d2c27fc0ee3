import { canonicalJson, quoted } from './canonical-json';
import { sha256, sha256Hex } from './sha256';

/** An event of a ledger at its place in the stream. */
export interface PlacedEvent {
  revision: number;
  id: string;
  type: string;
  data: unknown;
  metadata?: unknown;
}

/** The running hash before the first event. */
export const NO_EVENTS: Uint8Array = new Uint8Array(32);

/** The canonical JSON (RFC 8785) of the event: its line in a bundle. */
export const eventText = (event: PlacedEvent): string => `{"data":${canonicalJson(event.data)}${afterData(event)}`;

/** The part of the text of an event that follows its data. */
export function afterData({ revision, id, type, metadata }: Omit<PlacedEvent, 'data'>): string {
  const cause = metadata === undefined ? '' : `"metadata":${canonicalJson(metadata)},`;
  return `,"id":${quoted(id)},${cause}"revision":${revision},"type":${quoted(type)}}`;
}

/**
 * What is hashed of an event: its canonical JSON. The hash of a transaction stands for its data, so that a bundle with
 * another signature has the same hash: outsiders cannot check signatures.
 */
export function hashedText(event: PlacedEvent): string {
  if (event.type !== 'TransactionPosted') return eventText(event);
  const { transaction_hash } = event.data as { transaction_hash: string };
  return `{"data":${canonicalJson(transaction_hash)}${afterData(event)}`;
}

const link = new Uint8Array(64);

/** The running hash after an event with this hashed text: SHA-256(hash before || SHA-256(text)). */
export function chained(before: Uint8Array, text: string): Uint8Array {
  link.set(before);
  link.set(sha256(text), 32);
  return sha256(link);
}

/** SHA-256 in lower-case hexadecimal of the canonical JSON of the event. */
export const eventDigest = (event: PlacedEvent): string => sha256Hex(eventText(event));

/** What the log of a tenant has of an event: where it is, and the digest of its content as it is stored. */
export interface LoggedEvent extends Omit<PlacedEvent, 'data' | 'metadata'> {
  stream: string;
  digest: string;
}

/** A leaf of the log of a tenant. */
export const loggedText = ({ stream, revision, id, type, digest }: LoggedEvent): string =>
  canonicalJson({ stream, revision, id, type, digest });

export const ledgerStream = (ledgerId: string): string => `ledger-${ledgerId}`;
