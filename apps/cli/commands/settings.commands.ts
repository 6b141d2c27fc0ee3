import type { CurrentSettings, SettingsVersion } from '@probity/contracts/settings/views';
import { group } from '../declaration/command';
import { change, listAll, show } from '../declaration/kinds';
import { DECISION } from '../declaration/options';
import { readJsonFile } from '../files/read-file';
import { printable } from '../output/printable';
import type { Column } from '../output/table';
import { settingsReport } from './settings-report';

const WHAT_A_FILE_HOLDS = `
The file is a JSON object with the settings to change, by section, such as
  {"screening": {"threshold": 0.75}, "stages": {"kyc": "external"}}
Settings that the file omits do not change. null resets a field or a section to its default. You can also edit
the output of \`settings show --json\`; the change is then rejected if another officer has changed the settings
in the meantime.`;

const VERSION_COLUMNS: Column<SettingsVersion>[] = [
  { title: 'VERSION', value: (row) => row.version, align: 'right' },
  { title: 'CHANGED', value: (row) => row.changed_at },
  { title: 'BY', value: (row) => row.officer },
  { title: 'REASON', value: (row) => row.reason },
];

export const addSettingsCommands = group(
  'settings',
  "the settings of a tenant's compliance engines: stages, providers, screening, monitoring, scoring model, retention",
  'show --tenant acme',
  [
    show({
      usage: 'show',
      summary: 'show the current settings',
      path: 'tenants/{tenant}/settings',
      report: (current: CurrentSettings & { warnings: string[] }, { tenant }) =>
        [settingsReport(tenant, current), ...current.warnings.map(printable)].join('\n\n'),
    }),
    change({
      usage: 'set <file>',
      summary: 'change settings, as described in a file',
      example: 'changes.json --reason "fewer false positives"',
      notes: WHAT_A_FILE_HOLDS,
      path: 'tenants/{tenant}/settings',
      options: DECISION,
      method: 'patch',
      body: async ({ file, reason }) => ({ ...changeIn(await readJsonFile(file)), reason }),
      report: (changed: CurrentSettings & { notes: string[] }, { tenant }) =>
        [settingsReport(tenant, changed), ...changed.notes.map(printable)].join('\n\n'),
    }),
    listAll({
      usage: 'history',
      summary: 'list every version of the settings with its officer and reason, newest first',
      path: 'tenants/{tenant}/settings/versions',
      columns: VERSION_COLUMNS,
      nothing: 'The settings were never changed; the defaults apply.',
    }),
  ],
);

/** The change that the file describes. A file made by `settings show --json` also states the version it is based on. */
function changeIn(content: Record<string, unknown>): { settings: unknown; expected_version?: unknown } {
  if (typeof content.settings !== 'object') return { settings: content };
  return { settings: content.settings, expected_version: content.version };
}
