import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Lock } from '@probity/persistence/database';
import { LONGEST_REST_MS } from '@probity/platform/with-rests';

const LOOK_AGAIN_MS = 500;
/** A comparison that gives way looks after each piece of its work, and rests in between. */
const GIVES_WAY_MS = LONGEST_REST_MS + 5_000;

/** Makes comparisons of one audit trail run one at a time. One that no person waits for gives way to others. */
export class TrailTurn {
  private readonly lock: string;

  constructor(
    private readonly database: Database,
    schema: string,
  ) {
    this.lock = `audit of ${schema}`;
  }

  /** For a comparison that no other one waits for. Returns undefined while another one runs that does not give way. */
  async take(): Promise<Lock | undefined> {
    const lock = await this.database.tryLock(this.lock);
    if (lock || !(await this.database.isLocked(this.givesWay))) return lock;
    const wish = await this.database.tryLock(this.wish);
    if (!wish) return undefined;
    try {
      for (let waited = 0; waited < GIVES_WAY_MS && !wish.lost.aborted; waited += LOOK_AGAIN_MS) {
        await delay(LOOK_AGAIN_MS);
        const taken = await this.database.tryLock(this.lock);
        if (taken) return taken;
      }
      return undefined;
    } finally {
      wish.release();
    }
  }

  /** For a comparison that gives way. Returns undefined while another one runs. */
  async takeToGiveWay(): Promise<Lock | undefined> {
    const lock = await this.database.tryLock(this.lock);
    if (!lock) return undefined;
    const sign = await this.database.tryLock(this.givesWay).catch((error: unknown) => {
      lock.release();
      throw error;
    });
    const release = (): void => {
      lock.release();
      sign?.release();
    };
    if (sign) return { lost: AbortSignal.any([lock.lost, sign.lost]), release };
    release();
    return undefined;
  }

  /** Whether another comparison waits until this one gives way. */
  isWanted(): Promise<boolean> {
    return this.database.isLocked(this.wish);
  }

  private get givesWay(): string {
    return `${this.lock} gives way`;
  }

  private get wish(): string {
    return `${this.lock} is wanted`;
  }
}
