import type { Rescreening } from '@probity/contracts/rescreenings/views';
import { group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { DECISION, optional } from '../declaration/options';
import { report } from '../output/report';
import { type Columns, facts } from '../output/table';

const progress = ({ screened, total }: Rescreening): string => `${screened} of ${total}`;

const kindOf = ({ preview, scorer_version }: Rescreening): string =>
  preview ? 'preview' : scorer_version === null ? 'screening' : `scorer ${scorer_version}`;

const COLUMNS: Columns<Rescreening> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'STARTED', value: (row) => row.started_at },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'KIND', value: (row) => kindOf(row) },
  { title: 'THRESHOLD', value: (row) => row.threshold ?? 'setting' },
  { title: 'CUSTOMERS', value: progress },
  { title: 'ALERTS', value: (row) => row.alerts },
  { title: 'BY', value: (row) => row.started_by },
];

const rescreeningReport = (one: Rescreening): string =>
  report(
    `${one.preview ? 'Preview of a screening' : 'Screening'} of all customers ${one.id}`,
    facts([
      ['status', one.status],
      ['threshold', one.threshold ?? 'the setting'],
      ['scorer', one.scorer_version === null ? null : `version ${one.scorer_version}`],
      ['screened', progress(one)],
      ['customers with new matches', one.matched],
      [one.preview ? 'alerts that would be raised' : 'alerts raised', one.alerts],
      ['critical', one.by_severity.critical],
      ['high', one.by_severity.high],
      ['medium', one.by_severity.medium],
      ['low', one.by_severity.low],
      ['started', one.started_at],
      ['by', one.started_by],
      ['reason', one.reason],
      ['ended', one.ended_at],
      ['error', one.error],
    ]),
  );

export const addRescreeningCommands = group(
  'rescreenings',
  'screenings of all customers, for example after a change of the threshold or the lists',
  'list --tenant acme',
  [
    list({
      usage: 'list',
      summary: 'list the screenings of all customers, newest first',
      path: 'tenants/{tenant}/rescreenings',
      columns: COLUMNS,
      nothing: 'Tenant {tenant} has no rescreenings.',
    }),
    show({
      usage: 'show <rescreening-id>',
      summary: 'show the progress and the result',
      path: 'tenants/{tenant}/rescreenings/{rescreening-id}',
      report: rescreeningReport,
    }),
    change({
      usage: 'start',
      summary: 'screen all customers again, or with --preview count the alerts that this would raise',
      example: '--preview --threshold 0.8 --reason "the review of the threshold"',
      path: 'tenants/{tenant}/rescreenings',
      options: {
        preview: optional('--preview', 'only count; raises no alert'),
        threshold: optional('--threshold <score>', 'of a preview: from which score a match counts', Number),
        ...DECISION,
      },
      report: ({ id, total }: Rescreening) =>
        `Started ${id} with ${total} customers. "probity rescreenings show" has its progress.`,
    }),
    change({
      usage: 'cancel <rescreening-id>',
      summary: 'cancel a screening of all customers; alerts that it has raised stay',
      example: '--reason "started with the wrong threshold"',
      path: 'tenants/{tenant}/rescreenings/{rescreening-id}/cancel',
      options: DECISION,
      report: (one: Rescreening) => `Cancelled ${one.id} after ${progress(one)} customers.`,
    }),
  ],
);
