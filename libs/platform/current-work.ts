import { AsyncLocalStorage } from 'node:async_hooks';

/** One store for everything, because each store makes every promise of the process slower. */
const current = new AsyncLocalStorage<Membership>();

/** That the current work is part of something, and of what it is part besides. */
interface Membership {
  readonly part: PartOfWork<unknown>;
  readonly what: unknown;
  readonly outer: Membership | undefined;
}

/** Something that work is part of, such as a trace: known in everything that the work starts. */
export class PartOfWork<What> {
  get current(): What | undefined {
    let membership = current.getStore();
    while (membership && membership.part !== this) membership = membership.outer;
    return membership?.what as What | undefined;
  }

  /** Runs the work, and everything that it starts, as part of this, and of whatever else the current work is part of. */
  run<T>(what: What | undefined, work: () => T): T {
    return current.run({ part: this, what, outer: current.getStore() }, work);
  }
}
