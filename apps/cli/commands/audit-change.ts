import type { AuditEventView } from '@probity/contracts/audit/views';

interface StageSetting {
  mode: string;
  provider: { plugin: string; fallback: string } | null;
}
/** As the audit entry of a change of settings has it. */
interface StageChange {
  stage: string;
  before: StageSetting;
  after: StageSetting;
}
/** The fields that differ, as audit entries have them. */
interface Difference {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}
interface SettingsData {
  stages?: StageChange[];
  retention?: Difference;
  /** Entries of earlier versions do not have it. */
  changed?: string[];
}

/** What an entry of the audit trail changed, as short text; null for actions that describe themselves. */
export function changeText({ action, data }: Pick<AuditEventView, 'action' | 'data'>): string | null {
  switch (action) {
    case 'settings.changed':
      return settingsText(data);
    case 'limits.changed':
      return differenceText(data as unknown as Difference) || null;
    case 'monitoring_rule.created':
    case 'monitoring_rule.changed':
      return `mode ${String(data.mode)}, version ${String(data.version)}`;
    case 'proposal.made':
      return String(data.summary);
    case 'proposal.failed':
      return String(data.message);
    case 'tenant.emergency_access':
      return `${(data.roles as string[]).join(', ')} until ${String(data.until)}`;
    case 'operator_token.used':
      return String(data.request);
    case 'ledger.signing_key_replaced':
      return `key ${String(data.signing_key_id)} in place of ${String(data.replaces)}`;
    case 'tenant.checkpoint_key_replaced':
      return `key ${String(data.key_id)} in place of ${String(data.replaces)}, which signs until ${String(data.both_until)}`;
    default:
      return null;
  }
}

/** The stages and the retention with their values, and the names of the other parts. */
function settingsText({ stages = [], retention, changed = [] }: SettingsData): string | null {
  const detailed = [
    ...stages.map(({ stage, before, after }) => `${stage}: ${stageText(before)} -> ${stageText(after)}`),
    ...(retention ? [`retention: ${differenceText(retention)}`] : []),
  ];
  const isDetailed = (part: string): boolean =>
    (part === 'retention' && retention !== undefined) || (part === 'stages' && stages.length > 0);
  const others = changed.filter((part) => !isDetailed(part)).map((part) => `${part} changed`);
  return [...detailed, ...others].join('; ') || null;
}

const stageText = ({ mode, provider }: StageSetting): string =>
  mode === 'plugin' && provider ? `plugin ${provider.plugin} (fallback ${provider.fallback})` : mode;

const differenceText = ({ before, after }: Difference): string =>
  Object.keys(after)
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} ${String(before[name])} -> ${String(after[name])}`)
    .join(', ');
