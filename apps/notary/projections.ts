import { LOG_STREAM_PREFIX } from '@probity/contracts/checkpoints/events';
import type { Projection } from '@probity/event-store/aggregate';
import { projectLog } from '@probity/read-side/checkpoints/log-projection';
import { CHECKPOINT_COPIES } from './copies/checkpoint-copies';
import { CHECKPOINT_KEY } from './keys/checkpoint-key';

const LOGS: Projection = { kind: 'logs', prefix: LOG_STREAM_PREFIX, projection: projectLog };

/** The projections of the notary's streams. */
export const PROJECTIONS: Projection[] = [LOGS, CHECKPOINT_KEY, CHECKPOINT_COPIES];
