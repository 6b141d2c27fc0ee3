import type { AlertGroup, DecidedTogether } from '@probity/contracts/alerts/group-views';
import { MAX_TOGETHER } from '@probity/contracts/alerts/group-views';
import type { QueuedAlert } from '@probity/contracts/alerts/views';
import { RESOLUTIONS } from '@probity/contracts/alerts/words';
import { listUpTo } from '../connection/list-up-to';
import { command } from '../declaration/command';
import { DECISION, optional } from '../declaration/options';
import { count } from '../output/count';
import type { Columns } from '../output/table';

export const GROUP_COLUMNS: Columns<AlertGroup> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'ALERTS', value: (row) => row.alerts },
  { title: 'CUSTOMERS', value: (row) => row.customers },
  { title: 'SEVERITY', value: (row) => row.severity },
  { title: 'TYPE', value: (row) => row.alert_type },
  { title: 'PARTY', value: (row) => `${row.subject.replaceAll('_', ' ')} ${row.subject_name}` },
  { title: 'IS LIKE', value: (row) => `${row.matched_name} (${row.list}:${row.entry_id})` },
];

/** Decides the alerts of a group that are due first. */
export const decideGroup = command({
  usage: 'decide-group <group-id>',
  summary: `close the active alerts of a group, at most ${MAX_TOGETHER} at once; exit code 1 if one is not decided`,
  example: '--reason "another company, by its registration number"',
  path: 'tenants/{tenant}/alerts/queue',
  options: {
    resolution: optional('--as <resolution>', 'resolve the alerts; without it, they are false positives', RESOLUTIONS),
    ...DECISION,
  },
  run: async (values, { backOffice, path, answer, surroundings }) => {
    const group = values['group-id'];
    const { items } = await listUpTo<QueuedAlert>(backOffice, path, { group }, MAX_TOGETHER);
    const { resolution, reason } = values;
    const decision = resolution === undefined ? { decision: 'dismiss' } : { decision: 'resolve', resolution };
    const outcome: DecidedTogether =
      items.length === 0
        ? { decided: [], proposed: [], proposal_id: null, failed: [] }
        : await backOffice.post(path.replace(/queue$/, 'decide'), {
            alert_ids: items.map(({ id }) => id),
            ...decision,
            reason,
          });
    if (outcome.failed.length > 0) surroundings.exitCode = 1;
    answer(outcome, outcomeText(outcome));
  },
});

function outcomeText({ decided, proposed, proposal_id, failed }: DecidedTogether): string {
  const alerts = (of: unknown[]): string => count(of.length, 'alert', 'alerts');
  const lines = [`Decided ${alerts(decided)}.`];
  if (proposal_id !== null) {
    lines.push(`Proposed ${alerts(proposed)}: another person must approve proposal ${proposal_id}.`);
  }
  return [...lines, ...failed.map(({ message }) => `Not decided: ${message}.`)].join('\n');
}
