import { Repeatedly } from '@probity/platform/repeatedly';
import { CopyFailed } from './copy-failures';
import { type CopyTarget, nameOf } from './copy-target';
import { type CopyParts, TargetCopies } from './target-copies';

const LOOK_MS = 2_000;
const INTERVAL_MS = 60_000;
const COMPARE_MS = 60 * 60_000;

const CONFIGURED = `
  UPDATE notary.copies SET is_configured = NOT is_configured
  WHERE is_configured <> (kind || ' ' || name = ANY($1::text[]))`;

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

  async begin(): Promise<void> {
    const { logger, database } = this.parts;
    await database.query(CONFIGURED, [this.targets.map(({ target }) => nameOf(target))]);
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
   * Those of the stopped logs that may be signed again, as far as it is known outside. A target that is configured no longer
   * does not count, and one that fails is asked once: signing waits for this.
   *
   * @param stopped logs, each with the target whose copy contradicted it; null when an event did
   */
  async allowed(stopped: ReadonlyMap<string, string | null>, signal: AbortSignal): Promise<Set<string>> {
    const failing = new Set<string>();
    const allowed = new Set<string>();
    for (const [log, outside] of stopped) {
      const copies = this.targets.find(({ target }) => nameOf(target) === outside);
      if (outside === null || !copies) allowed.add(log);
      else if (!failing.has(outside)) {
        const agrees = await copies.agrees(log, signal).catch((error: unknown) => error as Error);
        if (agrees === true) allowed.add(log);
        if (!(agrees instanceof Error)) continue;
        if (!(agrees instanceof CopyFailed) || agrees.ofAll) failing.add(outside);
        const about = { err: agrees, log, target: outside };
        this.parts.logger.warn(about, 'logs stay stopped, because the copy outside cannot be read');
      }
    }
    return allowed;
  }
}
