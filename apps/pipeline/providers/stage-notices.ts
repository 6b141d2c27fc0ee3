import type { NoticeBoard } from '@probity/notices/notice-board';
import type { Logger } from '@probity/platform/logging';
import type { ProviderFailure } from '@probity/providers/provider-api';
import type { ProvidedStage, StageHealth } from '../stages/degraded-stage';

/** Keeps staff informed about providers that fail: one notice for each stage and plugin of a tenant. */
export class StageNotices implements StageHealth {
  constructor(
    private readonly board: Pick<NoticeBoard, 'raise' | 'settle'>,
    private readonly logger: Logger,
  ) {}

  async degraded(provided: ProvidedStage, failure: ProviderFailure): Promise<void> {
    const { stage, provider } = provided;
    const { plugin, fallback } = provider;
    const instead = fallback === 'native' ? 'the built-in engine runs instead' : 'the stage has no result';
    await this.kept(
      this.board.raise({
        ...concernOf(provided),
        severity: fallback === 'native' ? 'medium' : 'high',
        message: `The provider ${plugin} fails in the stage ${stage}: ${failure.message}. Meanwhile ${instead}.`,
        data: { stage, plugin, fallback, failure: failure.why },
      }),
    );
  }

  async works(provided: ProvidedStage): Promise<void> {
    await this.kept(this.board.settle(concernOf(provided), `The provider ${provided.provider.plugin} works again.`));
  }

  /** A notice that cannot be stored must not keep an event from its outcome. The next event tries again. */
  private async kept(stored: Promise<void>): Promise<void> {
    await stored.catch((err: unknown) => {
      this.logger.warn({ err }, 'cannot store a notice about a provider; the next event tries again');
    });
  }
}

const concernOf = ({ tenant_id, stage, provider }: ProvidedStage) => ({
  tenantId: tenant_id,
  kind: 'stage_degraded' as const,
  subject: `${stage}/${provider.plugin}`,
});
