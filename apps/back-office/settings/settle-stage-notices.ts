import { Inject, Injectable } from '@nestjs/common';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import { NoticeBoard } from '@probity/notices/notice-board';
import type { Logger } from '@probity/platform/logging';
import { stageChanges } from '@probity/read-side/settings/stage-changes';
import { LOGGER } from '@probity/platform/logger.token';
import type { Officer } from '@probity/contracts/staff/officer';

/** Settles the notices about providers that no longer run a stage: no event would settle them. */
@Injectable()
export class SettleStageNotices {
  constructor(
    private readonly board: NoticeBoard,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A notice that cannot be settled must not make the change of settings fail: it is stored already. */
  async after(
    tenantId: string,
    { before, after, by }: { before: ComplianceSettings; after: ComplianceSettings; by: Officer },
  ): Promise<void> {
    for (const { stage, before: was, after: now } of stageChanges(before, after)) {
      if (was.mode !== 'plugin' || was.provider === null) continue;
      const { plugin } = was.provider;
      if (now.mode === 'plugin' && now.provider?.plugin === plugin) continue;
      const concern = { tenantId, kind: 'stage_degraded' as const, subject: `${stage}/${plugin}` };
      await this.board
        .settleFor(by, concern, `The provider ${plugin} no longer runs the stage ${stage}.`)
        .catch((err: unknown) => this.logger.warn({ err, tenant: tenantId, stage }, 'cannot settle a notice'));
    }
  }
}
