import { EXAMPLE_RULE } from '@probity/contracts/examples';
import { DEFAULT_BACKTEST_EXAMPLES, MAX_BACKTEST_EXAMPLES } from '@probity/contracts/backtests/result';
import type { BacktestDetail } from '@probity/contracts/backtests/views';
import { BACKTEST_STATUSES } from '@probity/contracts/backtests/words';
import { command } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { defaulted, number, optional } from '../declaration/options';
import { readJsonFile } from '../files/read-file';
import { BACKTEST_COLUMNS, backtestProgress, backtestReport } from './backtest-report';
import { followBacktest } from './follow-backtest';
import { interrupts } from './interrupts';

const WHAT_IT_DOES = `
The file has the definition of a rule, as in a request to create a rule, such as
  ${JSON.stringify(EXAMPLE_RULE)}
It can also be the output of \`rules show --json\`, which has the definition in its field "definition".

The backtest runs on the server, and ends after ten minutes at the latest. The backtests of a tenant run one after
the other. The command waits for the result; Ctrl-C cancels the backtest. If the connection breaks, the backtest goes
on: show-backtest shows its result. The exit code is 1 when the backtest was cancelled, or failed.`;

/** The commands of the group `rules` that try drafts. */
export const BACKTEST_COMMANDS = [
  command({
    usage: 'backtest <file>',
    summary: 'run a draft rule (a JSON file that is its definition) over stored history; raises no alerts',
    example: 'draft.json --from 2026-01-01',
    path: 'tenants/{tenant}/monitoring-rules/backtests',
    options: {
      from: optional('--from <time>', 'only events at or after this day or time, such as 2026-03-01'),
      rule_id: optional('--compare-with <rule-id>', 'a stored rule, with whose latest version the draft is compared'),
      to: optional('--until <time>', 'only events before this day or time'),
      max_examples: defaulted(
        '--examples <number>',
        `the maximum number of matches to show, up to ${MAX_BACKTEST_EXAMPLES}`,
        number(/^\d{1,3}$/, `a whole number from 0 to ${MAX_BACKTEST_EXAMPLES}, such as 10`, MAX_BACKTEST_EXAMPLES),
        DEFAULT_BACKTEST_EXAMPLES,
      ),
    },
    notes: WHAT_IT_DOES,
    run: async ({ file, tenant: _tenant, ...task }, { backOffice, path, answer, progress, surroundings }) => {
      const definition = definitionIn(await readJsonFile(file));
      const { givenUp, ignore } = interrupts();
      try {
        const started = await backOffice.post<BacktestDetail>(path, { definition, ...task });
        const onProgress = (soFar: BacktestDetail): void => progress.show(backtestProgress(soFar));
        const following = { backOffice, path, onProgress, givenUp };
        const ended = await followBacktest(started, following).finally(progress.clear);
        if (ended.status !== 'completed') surroundings.exitCode = 1;
        answer(ended, backtestReport(ended));
      } finally {
        ignore();
      }
    },
  }),
  list({
    usage: 'backtests',
    summary: "list a tenant's backtests, newest first; the last 100 are kept",
    example: '--status running',
    path: 'tenants/{tenant}/monitoring-rules/backtests',
    filters: { status: optional('--status <status>', 'only backtests with this status', BACKTEST_STATUSES) },
    columns: BACKTEST_COLUMNS,
    nothing: 'Tenant {tenant} has no such backtests.',
  }),
  show({
    usage: 'show-backtest <backtest-id>',
    summary: 'show a backtest: its progress, or its result with the examples',
    path: 'tenants/{tenant}/monitoring-rules/backtests/{backtest-id}',
    report: backtestReport,
  }),
  change({
    usage: 'cancel-backtest <backtest-id>',
    summary: 'cancel a backtest that waits or runs',
    path: 'tenants/{tenant}/monitoring-rules/backtests/{backtest-id}/cancel',
    report: backtestReport,
  }),
];

/** The rule that a file holds: alone, or in the field `definition`, which no rule has. */
export const definitionIn = (content: Record<string, unknown>): unknown => content.definition ?? content;
