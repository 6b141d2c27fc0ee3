import { canonicalJson } from './canonical-json';
import { isId } from './ids';
import { malformed } from './ledger-verification-error';
import { ledgerOrigin } from './origins';
import { shown } from './shown';
import { parseKey, type VerificationKey } from './verification-key';

export const BUNDLE_FORMAT = 'probity-ledger-bundle';
export const BUNDLE_VERSION = 1;

/** The first line of a bundle. It proves nothing itself: its checkpoint and its proof are verified. */
export interface BundleHeader {
  format: typeof BUNDLE_FORMAT;
  version: typeof BUNDLE_VERSION;
  ledger_id: string;
  tenant_id: string;
  /** the name of the log of the ledger */
  origin: string;
  /** of the last event in the bundle, so that a cut file is noticed */
  last_revision: number;
  /** public keys as their publisher claims them; trust only keys that you got otherwise */
  keys: string[];
  /** the signed checkpoint of the ledger's tree */
  checkpoint?: string;
  /** the proof that the log of the tenant has the commit at this revision */
  tenant_log?: { revision: number; proof: string };
}

/** Far more than a tenant has. It limits the work of one header. */
export const MAX_KEYS = 10_000;

export const formatHeader = (header: BundleHeader): string => canonicalJson(header);

/**
 * Reads the first line of a bundle, and its keys.
 *
 * @throws LedgerVerificationError `malformed`
 */
export function parseHeader(line: string): { header: BundleHeader; keys: VerificationKey[] } {
  const header = parsedObject(line) as { [field in keyof BundleHeader]?: unknown } | undefined;
  if (header?.format !== BUNDLE_FORMAT) throw malformed(`the first line is not the header of a ${BUNDLE_FORMAT}`);
  if (header.version !== BUNDLE_VERSION) {
    throw malformed(`the bundle has version ${shown(header.version)}; this verifier knows version ${BUNDLE_VERSION}`);
  }
  const { ledger_id, tenant_id, origin, last_revision, keys, checkpoint, tenant_log } = header;
  const isWellFormed =
    [ledger_id, tenant_id, origin].every((one) => typeof one === 'string') &&
    Number.isSafeInteger(last_revision) &&
    (checkpoint === undefined || typeof checkpoint === 'string') &&
    (tenant_log === undefined || isTenantLog(tenant_log)) &&
    Array.isArray(keys) &&
    keys.every((key) => typeof key === 'string');
  if (!isWellFormed) throw malformed('the header of the bundle lacks a field, or a field has another type');
  if (!isId(ledger_id) || !isId(tenant_id)) throw malformed('the ledger or the tenant of the bundle is not a UUID');
  if (keys.length > MAX_KEYS) throw malformed(`the header has more than ${MAX_KEYS} keys`);
  if (origin !== ledgerOrigin(ledger_id))
    throw malformed(`the origin ${shown(origin)} is not that of ledger ${ledger_id}`);
  return { header: header as BundleHeader, keys: keys.map(parseKey) };
}

function isTenantLog(value: unknown): boolean {
  const { revision, proof } = (value ?? {}) as Record<string, unknown>;
  return Number.isSafeInteger(revision) && typeof proof === 'string';
}

/** The object in a line of JSON; undefined when it is anything else. */
export function parsedObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
