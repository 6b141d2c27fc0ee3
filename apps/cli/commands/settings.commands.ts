import type { CurrentSettings, SettingsVersion } from '@probity/contracts/settings/views';
import { group } from '../declaration/command';
import { change, listAll, show } from '../declaration/kinds';
import { DECISION } from '../declaration/options';
import { readJsonFile } from '../files/read-file';
import { printable } from '../output/printable';
import type { Column } from '../output/table';
import { settingsReport } from './settings-report';

const WHAT_A_FILE_HOLDS = `
The file is JSON with what changes, by section, such as
  {"screening": {"threshold": 0.75}, "stages": {"kyc": "external"}}
What is left out stays as it is; null puts a field or a section back to its default. It may also be
what \`settings show --json\` has printed, edited: then it is refused when somebody else has changed
the settings meanwhile.`;

const VERSION_COLUMNS: Column<SettingsVersion>[] = [
  { title: 'VERSION', value: (row) => row.version, align: 'right' },
  { title: 'CHANGED', value: (row) => row.changed_at },
  { title: 'BY', value: (row) => row.officer },
  { title: 'REASON', value: (row) => row.reason },
];

export const addSettingsCommands = group(
  'settings',
  'how the compliance engines of a tenant are set: stages, screening, monitoring, scoring model',
  'show --tenant bank',
  [
    show({
      usage: 'show',
      summary: 'show the settings that apply',
      path: 'tenants/{tenant}/settings',
      report: (current: CurrentSettings, { tenant }) => settingsReport(tenant, current),
    }),
    change({
      usage: 'set <file>',
      summary: 'change settings as a file says',
      example: 'changes.json --reason "fewer false positives"',
      notes: WHAT_A_FILE_HOLDS,
      path: 'tenants/{tenant}/settings',
      options: DECISION,
      method: 'patch',
      body: async ({ file, reason, officer }) => ({ ...changeIn(await readJsonFile(file)), reason, officer }),
      report: (changed: CurrentSettings & { notes: string[] }, { tenant }) =>
        [settingsReport(tenant, changed), ...changed.notes.map(printable)].join('\n\n'),
    }),
    listAll({
      usage: 'history',
      summary: 'list every version of the settings with who made it and why, newest first',
      path: 'tenants/{tenant}/settings/versions',
      columns: VERSION_COLUMNS,
      nothing: 'Nobody has changed them yet: the defaults apply.',
    }),
  ],
);

/** The change that a file asks for; settings that were shown before say which version they are a change of. */
function changeIn(content: Record<string, unknown>): { settings: unknown; expected_version?: unknown } {
  if (typeof content.settings !== 'object') return { settings: content };
  return { settings: content.settings, expected_version: content.version };
}
