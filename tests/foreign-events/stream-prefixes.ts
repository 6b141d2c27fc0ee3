import { COPIES_STREAM_PREFIX } from '@probity/contracts/checkpoints/events';
import type { Projection } from '@probity/event-store/aggregate';
import { PROJECTIONS as OF_BACK_OFFICE } from '../../apps/back-office/projections';
import { PROJECTIONS as OF_CUSTOMER_RISK } from '../../apps/customer-risk/projections';
import { PROJECTIONS as OF_LEDGER } from '../../apps/ledger/projections';
import { PROJECTIONS as OF_NOTARY } from '../../apps/notary/projections';
import { PROJECTIONS as OF_PIPELINE } from '../../apps/pipeline/projections';
import { PROJECTIONS as OF_WEBHOOKS } from '../../apps/webhook-dispatcher/projections';

/** The projections of each service. */
export const PROJECTIONS_OF = {
  ledger: OF_LEDGER,
  'customer-risk': OF_CUSTOMER_RISK,
  pipeline: OF_PIPELINE,
  'webhook-dispatcher': OF_WEBHOOKS,
  'back-office': OF_BACK_OFFICE,
  notary: OF_NOTARY,
} satisfies Record<string, readonly Projection[]>;

/** Prefixes of streams that no projection follows, and of no kind at all. */
const OTHERS = [
  COPIES_STREAM_PREFIX,
  'event-key-',
  'taken-over-',
  'api-key-grants-',
  'probity-store',
  'probity-readiness',
  'elsewhere-',
];

/** The first parts of the names of all streams. */
export const EVERY_PREFIX: readonly string[] = [
  ...new Set([...Object.values(PROJECTIONS_OF).flatMap((kinds) => kinds.map(({ prefix }) => prefix)), ...OTHERS]),
];
