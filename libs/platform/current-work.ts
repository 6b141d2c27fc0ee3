import { AsyncLocalStorage } from 'node:async_hooks';

/** One store for everything, because each store makes every promise of the process slower. */
const current = new AsyncLocalStorage<Readonly<Record<symbol, unknown>>>();

/** Something that work is part of, such as a trace: known in everything that the work starts. */
export class PartOfWork<What> {
  private readonly key: symbol;

  constructor(name: string) {
    this.key = Symbol(name);
  }

  get current(): What | undefined {
    return current.getStore()?.[this.key] as What | undefined;
  }

  /** Runs the work, and everything that it starts, as part of this, and of whatever else the current work is part of. */
  run<T>(what: What | undefined, work: () => T): T {
    return current.run({ ...current.getStore(), [this.key]: what }, work);
  }
}
