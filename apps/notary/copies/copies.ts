import { Repeatedly } from '@probity/platform/repeatedly';
import { type CopyTarget, nameOf } from './copy-target';
import { type CopyParts, TargetCopies } from './target-copies';

const LOOK_MS = 2_000;
const INTERVAL_MS = 60_000;
const COMPARE_MS = 60 * 60_000;

export interface CopyOptions {
  targets: readonly CopyTarget[];
  /** how often it looks for logs that grew */
  lookMs?: number;
  intervalMs?: number;
  compareMs?: number;
  count?: CopyParts['count'];
}

/**
 * Copies of checkpoints outside of Probity, made beside the signing by the active process. Each target has work of its
 * own: one that is down delays neither the signing nor another target.
 *
 * Guarantees: when a log stops growing, each target gets its last checkpoint. A copy is an event before it is counted as
 * made; after a crash between the two it is made again.
 */
export class CheckpointCopies {
  readonly targets: readonly TargetCopies[];
  private running: Repeatedly[] = [];

  constructor(
    private readonly parts: Omit<CopyParts, 'intervalMs' | 'compareMs' | 'count'>,
    private readonly options: CopyOptions,
  ) {
    const { targets, intervalMs = INTERVAL_MS, compareMs = COMPARE_MS, count = () => {} } = options;
    this.targets = targets.map((target) => new TargetCopies(target, { ...parts, intervalMs, compareMs, count }));
  }

  begin(): void {
    const { logger } = this.parts;
    this.running = this.targets.map(
      (copies) =>
        new Repeatedly(
          this.options.lookMs ?? LOOK_MS,
          (signal) => copies.work(signal),
          (err) =>
            logger.warn({ err, target: nameOf(copies.target) }, 'cannot look which checkpoints to copy; retrying'),
        ),
    );
    for (const each of this.running) each.start();
  }

  /** Ends requests in progress. */
  async end(): Promise<void> {
    await Promise.all(this.running.splice(0).map((each) => each.stop()));
    for (const copies of this.targets) copies.end();
  }

  /**
   * Whether a log that has stopped may be signed again, as far as it is known outside. A target that is configured no
   * longer does not count.
   *
   * @param outside the target whose copy contradicted it
   */
  async allow(log: string, outside: string, signal: AbortSignal): Promise<boolean> {
    const copies = this.targets.find(({ target }) => nameOf(target) === outside);
    if (!copies) return true;
    try {
      return await copies.agrees(log, signal);
    } catch (err) {
      this.parts.logger.warn(
        { err, log, target: outside },
        'a log stays stopped, because the copy outside cannot be read',
      );
      return false;
    }
  }
}
