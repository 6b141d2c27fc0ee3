import Type, { type Static } from 'typebox';
import { SEVERITIES } from '../alerts/words';
import { view } from '../declaration/view';
import { AssignmentRule, MAX_ASSIGNMENT_RULES } from './assignment-rules';
import { ReportingSettings } from './reporting-settings';
import { MAX_THRESHOLD_RULES, MIN_THRESHOLD, ThresholdRule } from './threshold-rules';

/** What runs a stage of the pipeline: Probity, an external provider that posts alerts back, or a provider's plugin. */
export const STAGE_MODES = ['native', 'external', 'plugin'] as const;
export const StageMode = view('StageMode', Type.Enum(STAGE_MODES));
export type StageMode = Static<typeof StageMode>;

const StageModes = view('StageModes', Type.Object({ kyc: StageMode, screening: StageMode, monitoring: StageMode }));

/** What runs a stage while the provider of its plugin gives no usable result. */
export const STAGE_FALLBACKS = ['native', 'none'] as const;

const StageProvider = view(
  'StageProvider',
  Type.Object({
    plugin: Type.String({ description: 'name of the plugin', examples: ['yente'] }),
    fallback: Type.Enum(STAGE_FALLBACKS, {
      description:
        'what runs the stage while the provider gives no usable result. native: the built-in engine; none: nothing',
    }),
  }),
  { description: 'The provider that runs a stage.' },
);
export type StageProvider = Static<typeof StageProvider>;

const StageProviderOrNone = Type.Union([StageProvider, Type.Null()]);
const StageProviders = view(
  'StageProviders',
  Type.Object({ kyc: StageProviderOrNone, screening: StageProviderOrNone, monitoring: StageProviderOrNone }),
  {
    description: 'The provider of each stage. It runs the stage in the mode plugin, and has no effect in other modes.',
  },
);

const ScreeningSettings = view(
  'ScreeningSettings',
  Type.Object({
    threshold: Type.Number({
      minimum: MIN_THRESHOLD,
      maximum: 1,
      description: 'score from which a match is an alert, unless a rule in `thresholds` applies to it',
    }),
    thresholds: Type.Optional(
      Type.Array(ThresholdRule, {
        description:
          `at most ${MAX_THRESHOLD_RULES} rules for matches with another threshold; the first that applies counts, and ` +
          'without one `threshold` does',
      }),
    ),
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

export const MIN_RETENTION_YEARS = 1;
export const MAX_RETENTION_YEARS = 15;

const RetentionSettings = view(
  'RetentionSettings',
  Type.Object({
    customer_years: Type.Optional(
      Type.Integer({
        minimum: MIN_RETENTION_YEARS,
        description:
          'years after the end of the relationship that a customer, its alerts, its cases and its events are kept, ' +
          `${MIN_RETENTION_YEARS} to ${MAX_RETENTION_YEARS}, before a requested erasure takes effect`,
      }),
    ),
    provider_payload_years: Type.Integer({
      minimum: MIN_RETENTION_YEARS,
      description:
        `years after its receipt that the sealed body of a provider's webhook is kept, ${MIN_RETENTION_YEARS} to ` +
        `${MAX_RETENTION_YEARS}; a change applies to stored bodies too`,
    }),
  }),
  { description: 'How long personal data is kept. Then Probity deletes it.' },
);

export const MAX_DUE_HOURS = 8_760;
const Hours = Type.Integer({ minimum: 1, maximum: MAX_DUE_HOURS });
const DueHours = view(
  'DueHours',
  Type.Object(Object.fromEntries(SEVERITIES.map((severity) => [severity, Hours])) as HoursOf),
  { description: 'Hours after which an alert of each severity should have been decided.' },
);
type HoursOf = Record<(typeof SEVERITIES)[number], typeof Hours>;

const QueueSettings = view(
  'QueueSettings',
  Type.Object({
    due_hours: DueHours,
    assignment: Type.Optional(
      Type.Array(AssignmentRule, {
        description:
          `at most ${MAX_ASSIGNMENT_RULES} rules for alerts that no member of staff had yet; the first that applies ` +
          'counts, and without one an alert waits unassigned',
      }),
    ),
  }),
  { description: 'How the alerts are queued that staff work on. A change applies to all alerts that are not closed.' },
);

/** Absent fields have their defaults. */
export const ComplianceSettings = view(
  'ComplianceSettings',
  Type.Object({
    stages: StageModes,
    providers: Type.Optional(StageProviders),
    screening: ScreeningSettings,
    monitoring: MonitoringSettings,
    scoring: Type.Record(Type.String(), Type.Unknown(), {
      description: 'differences from the default scoring model; see the scoring model in the documentation',
    }),
    retention: Type.Optional(RetentionSettings),
    queue: Type.Optional(QueueSettings),
    reporting: Type.Optional(ReportingSettings),
  }),
  { description: "The settings of a tenant's compliance engines." },
);
/** Settings in full. Stored settings of older versions lack the optional ones; `withDefaults` completes them. */
export type ComplianceSettings = Required<Static<typeof ComplianceSettings>> & {
  screening: Required<Static<typeof ScreeningSettings>>;
  retention: Required<Static<typeof RetentionSettings>>;
  queue: Required<Static<typeof QueueSettings>>;
};
