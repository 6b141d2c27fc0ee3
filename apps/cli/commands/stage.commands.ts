import { STAGE_FALLBACKS } from '@probity/contracts/settings/compliance-settings';
import type { CurrentSettings } from '@probity/contracts/settings/views';
import { group } from '../declaration/command';
import { change, show } from '../declaration/kinds';
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

type Row = { stage: string; mode: string; plugin: string; fallback: string };

const COLUMNS: Column<Row>[] = [
  { title: 'STAGE', value: (row) => row.stage },
  { title: 'MODE', value: (row) => row.mode },
  { title: 'PROVIDER', value: (row) => row.plugin },
  { title: 'FALLBACK', value: (row) => row.fallback },
];

export const addStageCommands = group(
  'stage',
  'what runs the stages of the pipeline for a tenant',
  'list --tenant bank',
  [
    show({
      usage: 'list',
      summary: 'list the stages, each with its mode and its provider',
      path: 'tenants/{tenant}/settings',
      report: stageTable,
    }),
    change({
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
      method: 'patch',
      body: ({ stage, mode, plugin, fallback, reason, officer }) => ({
        settings: { stages: { [stage]: mode }, ...providerOf(stage, mode, plugin, fallback) },
        reason,
        officer,
      }),
      report: (changed: CurrentSettings & { notes: string[] }) =>
        [stageTable(changed), ...changed.notes.map(printable)].join('\n\n'),
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

/** The provider is shown where it has an effect. */
function stageTable({ settings: { stages, providers } }: CurrentSettings): string {
  const rows = Object.entries(stages).map(([stage, mode]): Row => {
    const provider = mode === 'plugin' ? providers[stage as keyof typeof providers] : null;
    return { stage, mode, plugin: provider?.plugin ?? '', fallback: provider?.fallback ?? '' };
  });
  return table(rows, COLUMNS, '');
}
