import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';

/** What runs a stage of the pipeline: Probity, an external provider that posts alerts back, or an adapter. */
export const STAGE_MODES = ['native', 'external', 'plugin'] as const;
export const StageMode = view('StageMode', Type.Enum(STAGE_MODES));
export type StageMode = Static<typeof StageMode>;

const StageModes = view('StageModes', Type.Object({ kyc: StageMode, screening: StageMode, monitoring: StageMode }));

export const MIN_THRESHOLD = 0.5;

const ScreeningSettings = view(
  'ScreeningSettings',
  Type.Object({
    threshold: Type.Number({
      minimum: MIN_THRESHOLD,
      maximum: 1,
      description: 'score from which a match is an alert',
    }),
    lists: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'imported lists that apply; null: all of them. The own list of the tenant always applies.',
    }),
  }),
);

const MonitoringSettings = view(
  'MonitoringSettings',
  Type.Object({
    reference_currency: Type.Union([Type.String(), Type.Null()], {
      description: 'currency in which rules see amounts; null: every amount counts without conversion',
    }),
    rates: Type.Record(Type.String(), Type.String(), {
      description: 'units of the reference currency for one unit of another, as decimal strings',
    }),
  }),
);

/** Absent fields have their defaults. */
export const ComplianceSettings = view(
  'ComplianceSettings',
  Type.Object({
    stages: StageModes,
    screening: ScreeningSettings,
    monitoring: MonitoringSettings,
    scoring: Type.Record(Type.String(), Type.Unknown(), {
      description: 'differences from the default scoring model; see the scoring model in the documentation',
    }),
  }),
  { description: "The settings of a tenant's compliance engines." },
);
export type ComplianceSettings = Static<typeof ComplianceSettings>;
