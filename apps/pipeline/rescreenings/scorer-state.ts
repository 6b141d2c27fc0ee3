import {
  RESCREENING_STREAM_PREFIX,
  type RescreeningEvent,
  rescreeningStream,
  type ScorerRescreeningEnded,
  type ScorerRescreeningStarted,
} from '@probity/contracts/rescreenings/events';
import type { Aggregate } from '@probity/event-store/aggregate';
import {
  projectRescreeningEvents,
  RESCREENING_TABLES,
  RESCREENING_AUDIT,
} from '@probity/read-side/rescreenings/rescreening-projection';

/** The state that decisions use. The stream of a version of the scorer has no more than its introduction. */
export interface RescreeningState {
  /** undefined: it is the stream of a version */
  started: ScorerRescreeningStarted | undefined;
  /** undefined until it ends */
  ended: ScorerRescreeningEnded | undefined;
}

function evolve(state: RescreeningState | undefined, { type, data }: RescreeningEvent): RescreeningState {
  if (type === 'ScorerIntroduced') return { started: undefined, ended: undefined };
  if (type === 'ScorerRescreeningStarted') return { started: data, ended: undefined };
  if (!state) throw new Error(`rescreening ${data.rescreening_id} does not begin with ScorerRescreeningStarted`);
  return { ...state, ended: data };
}

export const RESCREENING: Aggregate<RescreeningState, RescreeningEvent> = {
  name: 'rescreening',
  kind: 'rescreenings',
  prefix: RESCREENING_STREAM_PREFIX,
  stream: rescreeningStream,
  evolve,
  tenantOf: ({ started }) => started?.tenant_id ?? null,
  tables: RESCREENING_TABLES,
  audit: RESCREENING_AUDIT,
  projection: projectRescreeningEvents,
};
