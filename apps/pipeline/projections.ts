import type { Projection } from '@probity/event-store/aggregate';
import { RULE } from './monitoring-rules/rules';
import { LIST } from './watchlists/list-streams';

/** What the pipeline projects of its streams. */
export const PROJECTIONS: Projection[] = [LIST, RULE];
