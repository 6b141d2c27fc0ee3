import { STAGE_FALLBACKS, STAGE_MODES, type StageProvider } from '@probity/contracts/settings/compliance-settings';
import { PROVIDER_STAGES } from '@probity/contracts/providers/words';
import type { CurrentSettings } from '@probity/contracts/settings/views';
import { BackOfficeError } from '@probity/platform/http/back-office-client';
import { command, group } from '../declaration/command';
import { DECISION, optional } from '../declaration/options';
import { UsageError } from '../errors';
import { printable } from '../output/printable';
import { type Column, table } from '../output/table';

const MODES = `
Stages: kyc, screening, monitoring. Modes:
  native    the built-in engine runs the stage
  plugin    a provider of the tenant runs it; see \`probity providers\`
  external  the stage is skipped, and a provider posts its alerts back
A change takes effect with the next event. A mode other than plugin keeps the provider that was set.`;

interface Row {
  stage: string;
  mode: string;
  /** what runs the stage in the mode plugin, otherwise null */
  plugin: string | null;
  fallback: string | null;
  /** what the mode plugin would use again; null in the mode plugin */
  remembered: StageProvider | null;
}

const unused = (value: string | undefined): string | null => (value === undefined ? null : `${value} (not used)`);

export const COLUMNS: Column<Row>[] = [
  { title: 'STAGE', value: (row) => row.stage },
  { title: 'MODE', value: (row) => row.mode },
  { title: 'PROVIDER', value: (row) => row.plugin ?? unused(row.remembered?.plugin) },
  { title: 'FALLBACK', value: (row) => row.fallback ?? unused(row.remembered?.fallback) },
];

export const addStageCommands = group(
  'stage',
  'what runs the stages of the pipeline for a tenant',
  'list --tenant acme',
  [
    command({
      usage: 'list',
      summary: 'list the stages, each with its mode and its provider',
      path: 'tenants/{tenant}/settings',
      run: async (_values, { backOffice, path, answer }) => {
        const items = stagesOf(await backOffice.get<CurrentSettings>(path));
        answer({ items }, table(items, COLUMNS, ''));
      },
    }),
    command({
      usage: 'set <stage> <mode>',
      summary: 'set what runs a stage: native, plugin or external',
      example: 'screening plugin --plugin yente --fallback native --reason "our contract begins"',
      path: 'tenants/{tenant}/settings',
      options: {
        plugin: optional('--plugin <name>', 'the provider that runs the stage in the mode plugin'),
        fallback: optional(
          '--fallback <fallback>',
          'what runs the stage while the provider gives no usable result; native if omitted with --plugin',
          STAGE_FALLBACKS,
        ),
        ...DECISION,
      },
      notes: MODES,
      run: async ({ stage, mode, plugin, fallback, reason }, { backOffice, path, answer }) => {
        requireOneOf('<stage>', PROVIDER_STAGES, stage);
        requireOneOf('<mode>', STAGE_MODES, mode);
        const settings = { stages: { [stage]: mode }, ...providerOf(stage, mode, plugin, fallback) };
        const changed = await backOffice
          .patch<CurrentSettings & { notes: string[] }>(path, { settings, reason })
          .catch((error: unknown) => {
            throw error instanceof BackOfficeError ? withOptions(error, stage) : error;
          });
        answer(changed, [table(stagesOf(changed), COLUMNS, ''), ...changed.notes.map(printable)].join('\n\n'));
      },
    }),
  ],
);

/** @throws UsageError when a provider is given for a mode that has none */
function providerOf(stage: string, mode: string, plugin: string | undefined, fallback: string | undefined): object {
  if (plugin === undefined && fallback === undefined) return {};
  if (mode !== 'plugin')
    throw new UsageError('--plugin and --fallback belong to the mode plugin. No changes were made.');
  const provider = plugin === undefined ? { fallback } : { plugin, fallback: fallback ?? 'native' };
  return { providers: { [stage]: provider } };
}

function requireOneOf(argument: string, choices: readonly string[], value: string): void {
  if (choices.includes(value)) return;
  throw new UsageError(`${argument} must be one of ${choices.join(', ')}, not ${value}. No changes were made.`);
}

/** Replaces the paths of settings in the message with the options of the command. */
function withOptions({ status, code, message }: BackOfficeError, stage: string): BackOfficeError {
  const inOptions = message
    .replace(
      /^providers\.\w+ must name the plugin.*$/,
      '--plugin must name the provider, such as --plugin yente, because the mode is plugin',
    )
    .replace(/^providers\.\w+\.plugin is /, `the provider of the stage ${stage} is `)
    .replaceAll(/providers\.\w+\.(plugin|fallback)/g, '--$1');
  return new BackOfficeError(status, code, inOptions);
}

/** What runs each stage. A provider without effect is remembered: the mode plugin would use it again. */
export const stagesOf = ({ settings: { stages, providers } }: Pick<CurrentSettings, 'settings'>): Row[] =>
  PROVIDER_STAGES.map((stage) => {
    const mode = stages[stage];
    const provider = providers[stage];
    if (mode !== 'plugin') return { stage, mode, plugin: null, fallback: null, remembered: provider };
    return { stage, mode, plugin: provider?.plugin ?? null, fallback: provider?.fallback ?? null, remembered: null };
  });
