/**
 * The entry point of the package that verifiers outside of Probity install. Only these exports are public; everything else
 * may change. Probity's own code imports the other files directly.
 */
export { canonicalJson } from './canonical-json';
export { type Checkpoint, parseCheckpoint, verifyCheckpoint } from './checkpoint';
export { LedgerVerificationError, type LedgerProblem } from './ledger-verification-error';
export { appendLeaf, EMPTY_TREE, type Frontier, leafHash, nodeHash, rootOf, treeOf } from './merkle-tree';
export { verifyConsistency, verifyInclusion } from './merkle-proofs';
export { ledgerOrigin, PLATFORM_ORIGIN, tenantOrigin } from './origins';
export { type NoteSignature, parseNote, type SignedNote, verifyNote } from './signed-note';
export { parseProof, type TlogProof, verifyProof } from './tlog-proof';
export { formatKey, parseKey, type VerificationKey } from './verification-key';
export { type BundleHeader, parseHeader } from './bundle-header';
export type { BundleCheck, BundleCounts, BundleHead, BundleReport, Claim, ClaimName, WrongItem } from './bundle-report';
export type { KeptCheckpoint } from './kept-checkpoints';
export { verifyBundle, type VerifyBundleOptions } from './verify-bundle';
export { parseReceipt, type Receipt } from './receipt';
export { type VerifiedReceipt, verifyReceipt } from './verify-receipt';
export type { TransactionLeaf } from './transaction-leaf';
