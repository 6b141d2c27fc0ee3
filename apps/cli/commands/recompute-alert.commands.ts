import type { Recomputation } from '@probity/contracts/alerts/recompute-views';
import { show } from '../declaration/kinds';
import { report, section } from '../output/report';
import { facts } from '../output/table';

const SAYS = { true: 'It raises an alert today.', false: 'It raises no alert today.', null: 'It cannot be repeated.' };

export const recomputeAlert = show({
  usage: 'recompute <alert-id>',
  summary: 'repeat the match or the rule of an alert with the lists, rules and settings of today; changes nothing',
  path: 'tenants/{tenant}/alerts/{alert-id}/recomputation',
  report: recomputeReport,
});

function recomputeReport({ raises, match, rule, differences }: Recomputation): string {
  return report(
    SAYS[String(raises) as keyof typeof SAYS],
    match
      ? facts([
          ['score', `${match.recorded_score}, today ${match.score ?? 'none'}`],
          ['recorded data, scorer of today', match.score_as_recorded],
          ['scorer', `version ${match.recorded_scorer_version ?? 'not recorded'}, today ${match.scorer_version}`],
          ['threshold', `${match.recorded_threshold}, today ${match.threshold}`],
          ['list entry', match.entry],
          ['list version', `${match.recorded_list_version ?? '-'}, today ${match.list_version ?? '-'}`],
        ])
      : '',
    rule ? facts([['rule version', `${rule.recorded_version}, today ${rule.version ?? 'none'}`]]) : '',
    section('Differences', differences.length === 0 ? '  none' : differences.map((one) => `  - ${one}`).join('\n')),
  );
}
