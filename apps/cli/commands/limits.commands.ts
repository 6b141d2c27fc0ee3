import { LIMIT_NAMES } from '@probity/contracts/limits/limits';
import type { BoundedLimit, ChangedLimits, CurrentLimits } from '@probity/contracts/limits/views';
import { BackOfficeError } from '@probity/platform/http/back-office-client';
import { command, group } from '../declaration/command';
import { DECISION } from '../declaration/options';
import { UsageError } from '../errors';
import { printable } from '../output/printable';
import { type Column, table } from '../output/table';

const NOTES = `
Limits: ${LIMIT_NAMES.join(', ')}.
\`limits list\` shows what each of them counts, and the bounds. \`<limit>=default\` resets a limit.
All gateways apply a change within a second while they reach Postgres.`;

const COLUMNS: Column<BoundedLimit>[] = [
  { title: 'LIMIT', value: (row) => row.name },
  { title: 'VALUE', value: (row) => row.value, align: 'right' },
  { title: 'DEFAULT', value: (row) => row.default, align: 'right' },
  { title: 'BOUNDS', value: (row) => `${row.minimum} to ${row.maximum}`, align: 'right' },
  { title: 'IN USE', value: (row) => row.in_use, align: 'right' },
  { title: 'UNIT', value: (row) => row.unit },
  { title: 'WHAT', value: (row) => row.description },
];

export const addLimitsCommands = group(
  'limits',
  'how many requests a tenant can send, and how much it can store',
  'list --tenant acme',
  [
    command({
      usage: 'list',
      summary: 'list the limits of a tenant, with what it uses of them',
      path: 'tenants/{tenant}/limits',
      run: async (_values, { backOffice, path, answer }) => {
        const current = await backOffice.get<CurrentLimits>(path);
        answer(current, table(current.limits, COLUMNS, ''));
      },
    }),
    command({
      usage: 'set <limit=value...>',
      summary: 'set limits of a tenant',
      example: 'requests_per_second=500 ledgers=20 --reason "the contract of March"',
      path: 'tenants/{tenant}/limits',
      options: DECISION,
      notes: NOTES,
      run: async ({ reason, ...given }, { backOffice, path, answer }) => {
        const limits = limitsIn(given['limit=value']);
        const changed = await backOffice.patch<ChangedLimits>(path, { limits, reason }).catch(inOwnWords);
        const shown = changed.limits.filter(({ name }) => name in limits);
        answer(changed, [table(shown, COLUMNS, ''), ...changed.notes.map(printable)].join('\n\n'));
      },
    }),
  ],
);

/** Replaces the API's value for a default with the word of the command line. */
function inOwnWords(error: unknown): never {
  if (!(error instanceof BackOfficeError && error.code === 'invalid_limits')) throw error;
  throw new BackOfficeError(
    error.status,
    error.code,
    error.message.replaceAll('or null for the default', 'or default'),
  );
}

/** @throws UsageError that names the argument and the form that it must have */
function limitsIn(given: string[]): Record<string, number | null> {
  const limits = given.map((one): [string, number | null] => {
    const [, name, value] = /^([a-z_]+)=(-?\d{1,30}|default)$/.exec(one) ?? [];
    if (name === undefined) {
      throw new UsageError(
        `${one} must be <limit>=<number> or <limit>=default, such as ledgers=20. No changes were made.`,
      );
    }
    return [name, value === 'default' ? null : Number(value)];
  });
  const twice = limits.map(([name]) => name).find((name, index, names) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`${twice} is given more than once. No changes were made.`);
  return Object.fromEntries(limits);
}
