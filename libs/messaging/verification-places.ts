import { concat, defer, finalize, from, interval, map, type Observable, startWith, takeUntil, tap } from 'rxjs';

/** While a verification waits, its caller gets a reply so often. */
const REPEAT_MS = 60_000;

/** Thrown when a verification gets no place. The message says why. */
export class NoPlace extends Error {}

/**
 * Lets some verifications that people asked for run at the same time, and at most one of an owner. Others wait in the order
 * in which they came. An owner has one verification in all, so it comes after all that wait when it asks again.
 */
export class VerificationPlaces {
  private readonly owners = new Set<string>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  /**
   * @param most how many run at the same time
   * @param maxWaiting how many wait
   */
  constructor(
    private readonly most: number,
    private readonly maxWaiting: number,
  ) {}

  /**
   * Takes a place now, which is free again when the replies end or the caller unsubscribes.
   *
   * @param waits the reply while the work waits
   * @throws NoPlace
   */
  run<Reply>(owner: string, waits: Reply, work: () => Observable<Reply>): Observable<Reply> {
    if (this.owners.has(owner)) throw new NoPlace('one of this tenant is running or waits');
    if (this.running >= this.most && this.waiting.length >= this.maxWaiting)
      throw new NoPlace(`${this.maxWaiting} of other tenants wait`);
    const { turn, leave } = this.enter(owner);
    const works = defer(work);
    if (!turn) return left(works, leave);
    const ready = from(turn);
    const waiting = interval(REPEAT_MS).pipe(
      startWith(0),
      map(() => waits),
      takeUntil(ready),
    );
    return left(concat(waiting, works), leave);
  }

  /** Returns when it is the turn of the owner; undefined when it is now. */
  private enter(owner: string): { turn: Promise<void> | undefined; leave: () => void } {
    this.owners.add(owner);
    let isRunning = this.running < this.most;
    let begin = (): void => {};
    const turn = isRunning
      ? undefined
      : new Promise<void>((resolve) => {
          begin = () => {
            isRunning = true;
            resolve();
          };
          this.waiting.push(begin);
        });
    if (isRunning) this.running++;
    let isIn = true;
    const leave = (): void => {
      if (!isIn) return;
      isIn = false;
      this.owners.delete(owner);
      if (!isRunning) return void this.waiting.splice(this.waiting.indexOf(begin), 1);
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    };
    return { turn, leave };
  }
}

/** Before its caller learns that it ended, because that caller may ask for the next one at once. */
const left = <Reply>(replies: Observable<Reply>, leave: () => void): Observable<Reply> =>
  replies.pipe(tap({ complete: leave, error: leave }), finalize(leave));
