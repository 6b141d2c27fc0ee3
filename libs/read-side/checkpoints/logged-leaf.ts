import type { LoggedLeaf } from '@probity/contracts/checkpoints/events';
import { leafHash } from '@probity/ledger-verification/merkle-tree';
import { canonicalHash, canonicalJson } from '@probity/platform/canonical-json';

/** An event in the form in which it is stored: personal data are sealed. */
export interface StoredContent {
  stream: string;
  revision: number;
  id: string;
  type: string;
  data: unknown;
  metadata?: object;
}

/** SHA-256 in hexadecimal of the canonical JSON (RFC 8785) of what is stored, without the name of the stream. */
export function storedDigest({ revision, id, type, data, metadata }: StoredContent): string {
  return canonicalHash({ revision, id, type, data, metadata });
}

/** The hash (RFC 6962) of a leaf, whose content is the canonical JSON of its five fields. */
export function hashOfLeaf([stream, revision, id, type, digest]: LoggedLeaf): Uint8Array {
  return leafHash(canonicalJson({ stream, revision, id, type, digest }));
}
