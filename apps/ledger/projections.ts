import type { Projection } from '@probity/event-store/aggregate';
import { LEDGER } from './ledgers/ledger';
import { SIGNING_KEY } from './signing/signing-key';

/** The projections of the ledger service's streams. */
export const PROJECTIONS: Projection[] = [LEDGER, SIGNING_KEY];
