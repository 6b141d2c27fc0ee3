import type { RebuildProgress } from '@probity/contracts/ledger/views';
import { group } from '../declaration/command';
import { longChange } from '../declaration/kinds';
import { DECISION } from '../declaration/options';
import { count } from '../output/count';

export const addProjectionsCommands = group(
  'projections',
  'the read side, which is projected from the events',
  'rebuild --reason "the read side was restored"',
  [
    longChange({
      usage: 'rebuild',
      summary:
        'rebuild the read side of tenants, staff and ledgers from the events; postings to a ledger wait while it is rebuilt',
      example: '--reason "the read side was restored"',
      path: 'projections/rebuild',
      options: DECISION,
      progress: ({ streams, streams_done, events }: RebuildProgress) =>
        `rebuilt ${streams_done.toLocaleString('en-US')} of ${ledgers(streams)}, ${replayed(events)} replayed`,
      report: ({ streams, events }) => `Rebuilt the projections of ${ledgers(streams)} from ${replayed(events)}.`,
    }),
  ],
);

const ledgers = (streams: number): string => count(streams, 'ledger', 'ledgers');
const replayed = (events: number): string => count(events, 'event', 'events');
