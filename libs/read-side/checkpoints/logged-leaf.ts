import type { LoggedLeaf } from '@probity/contracts/checkpoints/events';
import { loggedText } from '@probity/ledger-verification/event-chain';
import { leafHash } from '@probity/ledger-verification/merkle-tree';

/** The hash (RFC 6962) of a leaf in the form in which an event has it. */
export function hashOfLeaf([stream, revision, id, type, digest]: LoggedLeaf): Uint8Array {
  return leafHash(loggedText({ stream, revision, id, type, digest }));
}
