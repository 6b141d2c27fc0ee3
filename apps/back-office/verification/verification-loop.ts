import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { Repeatedly } from '@probity/platform/repeatedly';
import type { DueVerifications, Verifiable, VerifiedKind } from './due-verifications';

const LOOK_MS = 60_000;
/** After so many errors in a row, the loop rests: what it asks may be down. */
const MAX_ERRORS = 3;
/** What an error costs the turn of its tenant at least, so that the ledgers of others come first. */
const ERROR_MS = 60_000;

export interface VerificationLoopParts {
  database: Database;
  due: DueVerifications;
  /** Verifies one and records the outcome. Ends early, without an outcome, when the signal is aborted. */
  verify: (item: Verifiable, signal: AbortSignal) => Promise<void>;
  logger: Logger;
}

/**
 * Verifies what is due, one after the other, in one process at a time. What it has done is in the outcomes that were
 * recorded. So after a stop or a kill, this process or another one goes on with the next one, and begins again what was
 * interrupted.
 *
 * An error is no outcome: it logs the error, and tries again later.
 */
export class VerificationLoop {
  private readonly looking: Repeatedly;

  constructor(
    private readonly kind: VerifiedKind,
    private readonly parts: VerificationLoopParts,
  ) {
    this.looking = new Repeatedly(
      LOOK_MS,
      (signal) => this.look(signal),
      (err) => parts.logger.warn({ err, kind }, 'cannot look for what has to be verified; retrying'),
    );
  }

  start(): void {
    this.looking.start();
  }

  /** Ends the verification in progress without an outcome. */
  stop(): Promise<void> {
    return this.looking.stop();
  }

  /** Verifies until nothing is due. Returns at once while another process does it. */
  async look(signal: AbortSignal): Promise<void> {
    const { database, due } = this.parts;
    const lock = await database.tryLock(`verifications of kind ${this.kind}`);
    due.forget(); // another process may have verified meanwhile
    if (!lock) return;
    try {
      const over = AbortSignal.any([lock.lost, signal]);
      for (let errors = 0; errors < MAX_ERRORS && !over.aborted;) {
        const item = await due.next();
        if (!item) return;
        errors = (await this.verify(item, over)) ? 0 : errors + 1;
      }
    } finally {
      lock.release();
    }
  }

  /** Returns false after an error. */
  private async verify(item: Verifiable, over: AbortSignal): Promise<boolean> {
    const { due, verify, logger } = this.parts;
    const began = performance.now();
    let atLeast = 0;
    try {
      await verify(item, over);
      return true;
    } catch (err) {
      atLeast = ERROR_MS;
      if (over.aborted) return false;
      due.postpone(item);
      logger.warn({ err, kind: this.kind, ...item }, 'a verification has no outcome; it is tried again later');
      return false;
    } finally {
      due.charge(item, Math.max(atLeast, performance.now() - began));
    }
  }
}
