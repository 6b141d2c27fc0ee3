import type { NoticeBoard } from '@probity/notices/notice-board';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { ProviderFailure } from '@probity/providers/provider-api';
import type { ProvidedStage, StageHealth } from '../stages/degraded-stage';

/** A notice is settled when the provider had no failure for this long. A failure now and then is one notice. */
const QUIET_MS = 60_000;

interface Seen {
  isOpen: boolean;
  quietSince: number;
}

/** Keeps staff informed about providers that fail: one notice for each stage and plugin of a tenant. */
export class StageNotices implements StageHealth {
  private readonly seen = new Map<string, Seen>();
  private readonly startedAt: number;

  constructor(
    private readonly board: Pick<NoticeBoard, 'raise' | 'settle'>,
    private readonly now: Clock,
    private readonly logger: Logger,
  ) {
    this.startedAt = now().getTime();
  }

  async degraded(stage: ProvidedStage, failure: ProviderFailure): Promise<void> {
    const seen = this.seenOf(stage, false);
    seen.quietSince = this.now().getTime();
    if (seen.isOpen) return;
    const { plugin, fallback } = stage.provider;
    const instead = fallback === 'native' ? 'the built-in engine runs instead' : 'the stage has no result';
    seen.isOpen = await this.kept(() =>
      this.board.raise({
        ...about(stage),
        severity: fallback === 'native' ? 'medium' : 'high',
        message: `The provider ${plugin} fails in the stage ${stage.stage}: ${failure.message}. Meanwhile ${instead}.`,
        data: { stage: stage.stage, plugin, fallback, failure: failure.why },
      }),
    );
  }

  async works(stage: ProvidedStage): Promise<void> {
    // An earlier process may have left a notice open.
    const seen = this.seenOf(stage, true);
    if (!seen.isOpen || this.now().getTime() - seen.quietSince < QUIET_MS) return;
    const isSettled = await this.kept(() =>
      this.board.settle({ ...about(stage), reason: `The provider ${stage.provider.plugin} works again.` }),
    );
    seen.isOpen = !isSettled;
  }

  private seenOf(stage: ProvidedStage, isOpen: boolean): Seen {
    const key = `${stage.tenant_id}:${subjectOf(stage)}`;
    let seen = this.seen.get(key);
    if (!seen) this.seen.set(key, (seen = { isOpen, quietSince: this.startedAt }));
    return seen;
  }

  /** A notice that cannot be stored now must not keep an event from its outcome. It is tried at the next event. */
  private async kept(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (err) {
      this.logger.warn({ err }, 'cannot store a notice about a provider; trying again at the next event');
      return false;
    }
  }
}

const subjectOf = ({ stage, provider }: ProvidedStage): string => `${stage}/${provider.plugin}`;

const about = (stage: ProvidedStage) => ({
  tenant_id: stage.tenant_id,
  kind: 'stage_degraded' as const,
  subject: subjectOf(stage),
});
