const NONE: readonly number[] = [];

/** The ids of names or entries that share a key. */
export class IdsByKey {
  private readonly ids = new Map<string, number[]>();

  add(key: string, id: number): void {
    const known = this.ids.get(key);
    if (known) known.push(id);
    else this.ids.set(key, [id]);
  }

  remove(key: string, id: number): void {
    const rest = this.get(key).filter((other) => other !== id);
    if (rest.length > 0) this.ids.set(key, rest);
    else this.ids.delete(key);
  }

  get(key: string): readonly number[] {
    return this.ids.get(key) ?? NONE;
  }
}
