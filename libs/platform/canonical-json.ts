import { hash } from 'node:crypto';
import { canonicalJson } from '@probity/ledger-verification/canonical-json';

/** Verifiers outside of Probity need the same function, so their package has it. */
export { canonicalJson };

/** SHA-256 of the canonical form, in hexadecimal. */
export const canonicalHash = (value: unknown): string => hash('sha256', canonicalJson(value), 'hex');
