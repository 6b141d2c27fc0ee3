import type { Command } from 'commander';
import type { CurrentSettings, SettingsVersion } from '@probity/contracts/settings/views';
import { allPages } from '../connection/all-pages';
import { apiPath } from '../connection/api-path';
import { readJsonFile } from '../files/read-file';
import { group, subcommand } from '../help';
import { printable } from '../output/printable';
import { table } from '../output/table';
import { openSession } from '../session';
import type { Surroundings } from '../surroundings';
import { type DecisionOptions, officerOf, withDecision } from './decision-options';
import { settingsReport, VERSION_COLUMNS } from './settings-report';
import { type TenantOption, withTenant } from './tenant-option';

const WHAT_A_FILE_HOLDS = `
The file is JSON with what changes, by section, such as
  {"screening": {"threshold": 0.75}, "stages": {"kyc": "external"}}
What is left out stays as it is; null puts a field or a section back to its default. It may also be
what \`settings show --json\` has printed, edited: then it is refused when somebody else has changed
the settings meanwhile.`;

export function addSettingsCommands(program: Command, surroundings: Surroundings): void {
  const settings = group(
    program,
    'settings',
    'how the compliance engines of a tenant are set: stages, screening, monitoring, scoring model',
    'settings show --tenant bank',
  );
  const pathOf = (tenant: string, ...rest: string[]): string => apiPath('tenants', tenant, 'settings', ...rest);

  const show = subcommand(settings, 'show', 'show the settings that apply', 'settings show --tenant bank');
  withTenant(show).action(async ({ tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const current = await backOffice.get<CurrentSettings>(pathOf(tenant));
    answer(current, settingsReport(tenant, current));
  });

  const set = subcommand(
    settings,
    'set <file>',
    'change settings as a file says',
    'settings set --tenant bank changes.json --reason "fewer false positives"',
  ).addHelpText('after', WHAT_A_FILE_HOLDS);
  withDecision(withTenant(set)).action(
    async (file: string, options: TenantOption & DecisionOptions, command: Command) => {
      const { tenant, reason } = options;
      const { backOffice, answer } = openSession(command, surroundings);
      const body = { ...changeIn(await readJsonFile(file)), reason, officer: officerOf(options) };
      const changed = await backOffice.patch<CurrentSettings & { notes: string[] }>(pathOf(tenant), body);
      const notes = changed.notes.map((note) => `\n\n${printable(note)}`).join('');
      answer(changed, `${settingsReport(tenant, changed)}${notes}`);
    },
  );

  const history = subcommand(
    settings,
    'history',
    'list every version of the settings with who made it and why, newest first',
    'settings history --tenant bank',
  );
  withTenant(history).action(async ({ tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const items = await allPages<SettingsVersion>(backOffice, pathOf(tenant, 'versions'));
    answer({ items }, table(items, VERSION_COLUMNS, 'Nobody has changed them yet: the defaults apply.'));
  });
}

/** The change that a file asks for; settings that were shown before say which version they are a change of. */
export function changeIn(content: Record<string, unknown>): { settings: unknown; expected_version?: unknown } {
  if (typeof content.settings !== 'object') return { settings: content };
  return { settings: content.settings, expected_version: content.version };
}
