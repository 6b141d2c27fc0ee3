import type { ComplianceSettings, StageProvider } from '@probity/contracts/settings/compliance-settings';
import type { PluginStage } from '@probity/providers/plugin';
import type { ProviderCalls } from '../providers/provider-calls';
import type { ProvidedStage, StageHealth } from './degraded-stage';
import { externalKyc } from './kyc/external-kyc';
import type { KycStage } from './kyc/kyc-stage';
import { nativeKyc } from './kyc/native-kyc';
import { pluginKyc } from './kyc/plugin-kyc';
import { externalMonitoring } from './monitoring/external-monitoring';
import type { MonitoringStage } from './monitoring/monitoring-stage';
import { type AmountWatch, nativeMonitoring, type RuleWatch } from './monitoring/native-monitoring';
import { pluginMonitoring } from './monitoring/plugin-monitoring';
import { externalScreening } from './screening/external-screening';
import { nativeScreening } from './screening/native-screening';
import { pluginScreening } from './screening/plugin-screening';
import type { Screening, ScreeningStage } from './screening/screening-stage';

/** The stages in the modes that the tenant has set. */
export interface TenantStages {
  kyc: KycStage;
  screening: ScreeningStage;
  monitoring: MonitoringStage;
}

/** The implementation of each stage in each mode. */
export class Stages {
  private readonly nativeScreening: ScreeningStage;
  private readonly nativeMonitoring: MonitoringStage;

  /**
   * @param lists the lists for the native mode
   * @param watch learns which rules were stopped
   * @param amounts learns which amounts rules could not compare
   */
  constructor(
    lists: Screening,
    private readonly calls: ProviderCalls,
    private readonly health: StageHealth,
    watch: RuleWatch,
    amounts: AmountWatch,
  ) {
    this.nativeMonitoring = nativeMonitoring(watch, amounts);
    this.nativeScreening = nativeScreening(lists);
  }

  of(tenantId: string, { stages, providers }: ComplianceSettings): TenantStages {
    const { calls, health } = this;
    const provided = (stage: PluginStage) => providedStage(tenantId, stage, providers[stage]);
    const kyc = {
      native: () => nativeKyc,
      external: () => externalKyc,
      plugin: () => pluginKyc(provided('kyc'), calls, health),
    };
    const screening = {
      native: () => this.nativeScreening,
      external: () => externalScreening,
      plugin: () => pluginScreening(provided('screening'), calls, health, this.nativeScreening),
    };
    const monitoring = {
      native: () => this.nativeMonitoring,
      external: () => externalMonitoring,
      plugin: () => pluginMonitoring(provided('monitoring'), calls, health, this.nativeMonitoring),
    };
    return {
      kyc: kyc[stages.kyc](),
      screening: screening[stages.screening](),
      monitoring: monitoring[stages.monitoring](),
    };
  }
}

/** Whether the events of a tenant may wait for a provider. */
export const waitsForProviders = ({ stages }: ComplianceSettings): boolean =>
  Object.values(stages).some((mode) => mode === 'plugin');

function providedStage(tenant_id: string, stage: PluginStage, provider: StageProvider | null): ProvidedStage {
  if (provider) return { tenant_id, stage, provider };
  throw new Error(
    `the stage ${stage} of tenant ${tenant_id} is in mode plugin without a provider; set one: ` +
      `probity stage set --tenant <slug> ${stage} plugin --plugin <name>`,
  );
}
