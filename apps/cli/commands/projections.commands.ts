import type { Command } from 'commander';
import type { RebuildProgress } from '@probity/contracts/ledger/views';
import { follow } from '../connection/follow';
import { group, subcommand } from '../help';
import { count } from '../output/count';
import { openSession } from '../session';
import type { Surroundings } from '../surroundings';

export function addProjectionsCommands(program: Command, surroundings: Surroundings): void {
  const projections = group(
    program,
    'projections',
    'the read side, which is made from the events',
    'projections rebuild',
  );

  subcommand(
    projections,
    'rebuild',
    'drop all projections and make them anew from the events; postings to a ledger wait while its turn lasts',
    'projections rebuild',
  ).action(async (_options: object, command: Command) => {
    const { backOffice, answer, progress } = openSession(command, surroundings);
    const reports = backOffice.postForLines<RebuildProgress>('projections/rebuild');
    const outcome = await follow(reports, (report) => progress.show(rebuildProgress(report))).finally(progress.clear);
    const ledgers = count(outcome.streams, 'ledger', 'ledgers');
    answer(outcome, `Rebuilt the projections of ${ledgers} from ${count(outcome.events, 'event', 'events')}.`);
  });
}

function rebuildProgress({ streams, streams_done, events }: RebuildProgress): string {
  const done = streams_done.toLocaleString('en-US');
  return `rebuilt ${done} of ${count(streams, 'ledger', 'ledgers')}, ${count(events, 'event', 'events')} replayed`;
}
