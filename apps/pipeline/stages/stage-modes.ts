import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import { externalKyc } from './kyc/external-kyc';
import type { KycStage } from './kyc/kyc-stage';
import { nativeKyc } from './kyc/native-kyc';
import { externalMonitoring } from './monitoring/external-monitoring';
import type { MonitoringStage } from './monitoring/monitoring-stage';
import { nativeMonitoring } from './monitoring/native-monitoring';
import { externalScreening } from './screening/external-screening';
import { nativeScreening } from './screening/native-screening';
import type { Screening, ScreeningStage } from './screening/screening-stage';

type ByMode<Stage> = Readonly<Record<string, Stage>>;

/** The stages in the modes that the tenant has set. */
export interface TenantStages {
  kyc: KycStage;
  screening: ScreeningStage;
  monitoring: MonitoringStage;
}

/** The implementation of each stage in each mode. The settings allow no other modes. */
export class Stages {
  private readonly kyc: ByMode<KycStage> = { native: nativeKyc, external: externalKyc };
  private readonly monitoring: ByMode<MonitoringStage> = { native: nativeMonitoring, external: externalMonitoring };
  private readonly screening: ByMode<ScreeningStage>;

  /** @param lists the lists for the native mode */
  constructor(lists: Screening) {
    this.screening = { native: nativeScreening(lists), external: externalScreening };
  }

  of({ stages }: ComplianceSettings): TenantStages {
    return {
      kyc: inMode('kyc', this.kyc, stages.kyc),
      screening: inMode('screening', this.screening, stages.screening),
      monitoring: inMode('monitoring', this.monitoring, stages.monitoring),
    };
  }
}

function inMode<Stage>(name: string, stages: ByMode<Stage>, mode: string): Stage {
  const stage = stages[mode];
  if (!stage)
    throw new Error(
      `there is no implementation of the stage ${name} in mode ${mode}; change the settings of the tenant`,
    );
  return stage;
}
