import { FOUR_EYES_SWITCHES } from '@probity/contracts/proposals/words';
import type { CurrentFourEyes, Proposal, ProposalResult } from '@probity/contracts/proposals/views';
import { PROPOSAL_STATUSES } from '@probity/contracts/proposals/words';
import { command, group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { DECISION, optional } from '../declaration/options';
import { UsageError } from '../errors';
import { type Column, facts, table } from '../output/table';

const PROPOSAL = 'tenants/{tenant}/proposals/{proposal-id}';
const HOURS = 'expires_after_hours';

const COLUMNS: Column<Proposal>[] = [
  { title: 'ID', value: (row) => row.id },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'PROPOSED BY', value: (row) => proposerOf(row) },
  { title: 'CHANGE', value: (row) => row.summary },
  { title: 'ABOUT', value: (row) => `${row.subject_type} ${row.subject_id}` },
  { title: 'EXPIRES', value: (row) => row.expires_at },
];

const proposerOf = ({ proposer, proposer_id }: Proposal): string =>
  proposer_id.startsWith('institution:') ? `API key "${proposer}"` : proposer;

/** As JSON, so that no value can look like another line. */
const json = (value: unknown): string => JSON.stringify(value) ?? '';

function report(proposal: Proposal): string {
  const decision: [string, string | null][] =
    proposal.decided_by === null
      ? [['expires', proposal.expires_at]]
      : [
          ['decided by', proposal.decided_by],
          ['decided', proposal.decided_at],
          ['because', proposal.decision_reason],
        ];
  const compared = Object.entries(proposal.shown).map(([name, value]): [string, string] => [name, json(value)]);
  return [
    `Proposal ${proposal.id}: ${proposal.summary}`,
    facts([
      ['status', proposal.status],
      ['about', `${proposal.subject_type} ${proposal.subject_id}`],
      ['proposed by', proposerOf(proposal)],
      ['proposed', proposal.made_at],
      ['reason', proposal.reason],
      ...decision,
      ...(proposal.failure === null ? [] : ([['failure', proposal.failure]] as [string, string][])),
    ]),
    `The request:\n${facts([
      [proposal.request.method, proposal.request.url],
      ...Object.entries(proposal.request.body ?? {}).map(([name, value]): [string, string] => [name, json(value)]),
    ])}`,
    ...(compared.length > 0 ? [`What to compare:\n${facts(compared)}`] : []),
  ].join('\n\n');
}

const OUTCOMES: Partial<Record<Proposal['status'], string>> = {
  applied: 'The change is made.',
  approved: 'The change is approved; its outcome is not known yet, and it is carried out again if necessary.',
  declined: 'The change is not made.',
  withdrawn: 'The change is not made.',
};
function outcome({ id, action, status, proposer, failure }: Proposal): string {
  if (status === 'failed') return `Proposal ${id} failed: ${failure}`;
  if (status === 'applied' && action === 'export_customer') {
    return `Proposal ${id} is approved. Now ${proposer} repeats the command within 24 hours, with the same reason.`;
  }
  return `Proposal ${id} is ${status}. ${OUTCOMES[status] ?? ''}`;
}

const decides = (name: 'approve' | 'decline' | 'withdraw', summary: string) =>
  change({
    usage: `${name} <proposal-id>`,
    summary,
    example: '--reason "checked against the passport"',
    path: `${PROPOSAL}/${name}`,
    options: DECISION,
    report: outcome,
    failed: ({ status }: Proposal) => status === 'failed',
  });

export const addProposalCommands = group(
  'proposals',
  'changes that wait for a second person',
  'list --tenant acme --status pending',
  [
    list({
      usage: 'list',
      summary: 'list the proposals about what you may see, newest first',
      path: 'tenants/{tenant}/proposals',
      filters: { status: optional('--status <status>', 'only proposals with this status', PROPOSAL_STATUSES) },
      columns: COLUMNS,
      nothing: 'Tenant {tenant} has no such proposals.',
    }),
    show({
      usage: 'show <proposal-id>',
      summary: 'show what is proposed and why, and what to compare before you decide',
      path: PROPOSAL,
      report,
    }),
    decides('approve', 'approve the proposal of another person; the change is made at once'),
    decides('decline', 'decline the proposal of another person; the change is not made'),
    decides('withdraw', 'withdraw your own proposal; the change is not made'),
    change({
      usage: 'result <proposal-id>',
      summary: 'show what your applied proposal returned, such as a new API key; for 24 hours',
      path: `${PROPOSAL}/result`,
      report: ({ result }: ProposalResult) =>
        result === null
          ? 'The change returned nothing.'
          : facts(Object.entries(result).map(([name, value]) => [name, textOf(value)])),
    }),
  ],
);

const textOf = (value: unknown): string | null =>
  value === null || typeof value === 'string' ? value : JSON.stringify(value);

const policyReport = ({ policy }: CurrentFourEyes): string =>
  table(
    [...FOUR_EYES_SWITCHES, HOURS].map((name) => ({ name, value: policy[name as keyof typeof policy] })),
    [
      { title: 'CHANGE', value: ({ name }) => name },
      {
        title: 'NEEDS TWO PEOPLE',
        value: ({ value }) => (typeof value === 'number' ? `${value} h to decide` : value ? 'yes' : 'no'),
      },
    ],
    '',
  );

export const addFourEyesCommands = group(
  'four-eyes',
  'for which changes a tenant needs two people',
  'show --tenant acme',
  [
    show({
      usage: 'show',
      summary: 'show for which changes two people are needed',
      path: 'tenants/{tenant}/four-eyes',
      report: policyReport,
    }),
    command({
      usage: 'set <name=value...>',
      summary: 'change for which changes two people are needed; demanding less needs two people itself',
      example: 'kyc=on expires_after_hours=24 --reason "the audit of March"',
      path: 'tenants/{tenant}/four-eyes',
      options: DECISION,
      notes: `\nNames: ${FOUR_EYES_SWITCHES.join(', ')} (each on or off), ${HOURS}.`,
      run: async ({ reason, ...given }, { backOffice, path, answer }) => {
        const changed = await backOffice.patch<CurrentFourEyes>(path, {
          policy: policyIn(given['name=value']),
          reason,
        });
        answer(changed, policyReport(changed));
      },
    }),
  ],
);

/** @throws UsageError that names the argument and the form that it must have */
function policyIn(given: string[]): Record<string, boolean | number> {
  return Object.fromEntries(
    given.map((one): [string, boolean | number] => {
      const [name = '', value = ''] = one.split('=', 2);
      if (name === HOURS && /^[1-9]\d{0,2}$/.test(value)) return [name, Number(value)];
      if ((FOUR_EYES_SWITCHES as readonly string[]).includes(name) && /^(on|off)$/.test(value))
        return [name, value === 'on'];
      throw new UsageError(`${one} must be <name>=on, <name>=off or ${HOURS}=<number>. No changes were made.`);
    }),
  );
}
