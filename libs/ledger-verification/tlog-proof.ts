import { verifyCheckpoint, type Checkpoint } from './checkpoint';
import { fromBase64, toBase64 } from './encoding';
import { LedgerVerificationError, malformed } from './ledger-verification-error';
import { verifyInclusion } from './merkle-proofs';
import type { VerificationKey } from './verification-key';

/** A proof that a log has a leaf (c2sp.org/tlog-proof). */
export interface TlogProof {
  /** of the leaf, from 0 */
  index: number;
  /** the inclusion proof, from the sibling of the leaf up to a child of the root */
  hashes: readonly Uint8Array[];
  /** the signed note of the log */
  checkpoint: string;
  /** not authenticated; Probity writes none */
  extra?: Uint8Array;
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
/** A tree of 2^63 leaves has proofs of 63 hashes. */
const MAX_HASHES = 63;

export function formatProof({ index, hashes, checkpoint, extra }: TlogProof): string {
  const lines = [
    FIRST_LINE,
    ...(extra ? [`extra ${toBase64(extra)}`] : []),
    `index ${index}`,
    ...hashes.map(toBase64),
    '',
  ];
  return `${lines.join('\n')}\n${checkpoint}`;
}

/** @throws LedgerVerificationError `malformed` */
export function parseProof(text: string): TlogProof {
  const end = text.indexOf('\n\n');
  const lines = text.slice(0, Math.max(end, 0)).split('\n');
  if (lines.shift() !== FIRST_LINE) throw malformed(`the first line of a proof must be ${FIRST_LINE}`);
  const extraLine = lines[0]?.startsWith('extra ') ? lines.shift()!.slice('extra '.length) : undefined;
  const extra = extraLine === undefined ? undefined : fromBase64(extraLine);
  if (extraLine !== undefined && extra === undefined) throw malformed('the extra data of the proof is not base64');
  const index = /^index (0|[1-9][0-9]*)$/.exec(lines.shift() ?? '')?.[1];
  if (index === undefined || !Number.isSafeInteger(Number(index))) {
    throw malformed('a proof must have a line "index <number>" after its first line');
  }
  if (lines.length > MAX_HASHES) throw malformed(`the proof has more than ${MAX_HASHES} hashes`);
  const hashes = lines.map((line) => {
    const hash = fromBase64(line);
    if (hash?.length !== 32) throw malformed('each hash of a proof must be 32 bytes in base64');
    return hash;
  });
  return { index: Number(index), hashes, checkpoint: text.slice(end + 2), ...(extra ? { extra } : {}) };
}

/**
 * Returns the index of the leaf and the checkpoint if the proof shows that this log has the leaf.
 *
 * @param leaf its hash
 * @throws LedgerVerificationError
 */
export async function verifyProof(
  proof: string,
  leaf: Uint8Array,
  origin: string,
  trusted: readonly VerificationKey[],
): Promise<{ index: number; checkpoint: Checkpoint & { signedBy: VerificationKey[] } }> {
  const { index, hashes, checkpoint: note } = parseProof(proof);
  const checkpoint = await verifyCheckpoint(note, origin, trusted);
  if (!verifyInclusion(leaf, index, checkpoint.size, hashes, checkpoint.root)) {
    throw new LedgerVerificationError('mismatch', `the proof does not show the leaf at index ${index} of ${origin}`);
  }
  return { index, checkpoint };
}
