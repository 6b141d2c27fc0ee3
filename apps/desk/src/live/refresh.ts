import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type ChangeKind, QUERIES_OF } from './query-keys';

const AT_MOST_EVERY_MS = 1_000;

/** Reads again what a page shows, as changes arrive: at once, and then at most once a second. */
export class Refresh {
  private readonly outdated = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readAt = -Infinity;

  constructor(
    private readonly cache: QueryClient,
    private readonly tenant: string,
  ) {}

  changed(kinds: readonly ChangeKind[]): void {
    // A newer server may name kinds that this page does not know.
    for (const query of kinds.flatMap((kind) => QUERIES_OF[kind] ?? [])) this.outdated.add(query);
    if (this.outdated.size === 0) return;
    this.timer ??= setTimeout(() => this.read(), Math.max(0, this.readAt + AT_MOST_EVERY_MS - Date.now()));
  }

  /** After a gap, anything about the tenant may have changed. */
  everything(): void {
    this.changed(Object.keys(QUERIES_OF) as ChangeKind[]);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** What is shown is read again; the rest, when it is shown again. */
  private read(): void {
    this.timer = undefined;
    this.readAt = Date.now();
    const outdated = new Set(this.outdated);
    this.outdated.clear();
    void this.cache.invalidateQueries({ predicate: ({ queryKey }) => this.isOf(queryKey, outdated) });
  }

  private isOf([name, tenant]: QueryKey, outdated: ReadonlySet<string>): boolean {
    return tenant === this.tenant && outdated.has(name as string);
  }
}
