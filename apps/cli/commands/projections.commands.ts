import type { RebuildProgress } from '@probity/contracts/projections/views';
import { group } from '../declaration/command';
import { longChange } from '../declaration/kinds';
import { DECISION, optional } from '../declaration/options';
import { count } from '../output/count';

export const addProjectionsCommands = group(
  'projections',
  'the read side, which is projected from the events',
  'rebuild --all --reason "the read side was restored"',
  [
    longChange({
      usage: 'rebuild',
      summary:
        'rebuild the read side of tenants, staff and ledgers, or all of it, from the events; changes of what is being rebuilt wait',
      example: '--all --reason "the read side was restored"',
      path: 'projections/rebuild',
      options: {
        all: optional(
          '--all',
          'also customers, alerts, cases, reports, lists, rules, providers, backtests, notices and accepted events',
        ),
        ...DECISION,
      },
      progress: ({ kind = 'ledgers', streams, streams_done, events }: RebuildProgress) => {
        const done = kind === 'ledgers' ? `${shown(streams_done)} of ${shown(streams)}` : shown(streams_done);
        return `rebuilt ${done} ${kind}, ${replayed(events)} replayed`;
      },
      report: ({ streams, events, failed = 0 }, { all }) =>
        `Rebuilt the projections of ${all ? objects(streams) : ledgers(streams)} from ${replayed(events)}.` +
        (failed > 0 ? ` ${objects(failed)} cannot be projected and were not changed. The log names them.` : ''),
      failed: ({ failed = 0 }) => failed > 0,
    }),
  ],
);

const shown = (value: number): string => value.toLocaleString('en-US');
const ledgers = (streams: number): string => count(streams, 'ledger', 'ledgers');
const objects = (streams: number): string => count(streams, 'object', 'objects');
const replayed = (events: number): string => count(events, 'event', 'events');
