import { toHex } from './encoding';
import { sha256 } from './sha256';

/** Names of logs, which are also the names of the keys that sign them. They do not reveal the ids. */

/** The log of the transactions of a ledger. */
export const ledgerOrigin = (ledgerId: string): string => `probity/ledger/${derived(`ledger ${ledgerId}`)}`;

/** The log of all events of a tenant. */
export const tenantOrigin = (tenantId: string): string => `probity/tenant/${derived(`tenant ${tenantId}`)}`;

/** The log of the events without a tenant. */
export const PLATFORM_ORIGIN = 'probity/platform';

const derived = (text: string): string => toHex(sha256(text).subarray(0, 16));
