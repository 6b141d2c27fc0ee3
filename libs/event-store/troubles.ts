import { dependencyOf } from '@probity/platform/dependency-errors';

/**
 * The troubles of the followers of one service. If the event store or Postgres fails, they all have the same trouble.
 * That is one change of state, not one for each follower.
 */
export class Troubles {
  /** by the name of the follower */
  private readonly causes = new Map<string, string>();
  /** the followers whose trouble is that a dependency is lost, which `LostDependencies` reports */
  private readonly ofDependencies = new Set<string>();

  /** Returns whether this trouble is new: neither this follower nor another one has it. */
  begin(follower: string, error: unknown): boolean {
    const cause = String(error);
    const isNew = ![...this.causes.values()].includes(cause);
    this.causes.set(follower, cause);
    if (dependencyOf(error)) this.ofDependencies.add(follower);
    else this.ofDependencies.delete(follower);
    return isNew;
  }

  /** Returns whether this follower was the last one in trouble, and the trouble was its own. */
  end(follower: string): boolean {
    const isOwn = !this.ofDependencies.delete(follower);
    return this.causes.delete(follower) && this.causes.size === 0 && isOwn;
  }
}
