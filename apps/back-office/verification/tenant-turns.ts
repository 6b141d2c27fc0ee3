/**
 * Tenants take turns by the time that their work took: next is the one whose work took the least. A tenant that has
 * nothing to do gains nothing by it: it starts level with the one that is next.
 */
export class TenantTurns {
  /** milliseconds from a common start, of the tenants that wait or worked last */
  private taken = new Map<string, number>();

  /** @param waiting in the order in which they come if their work took the same time */
  next(waiting: Iterable<string>): string | undefined {
    const tenants = [...waiting];
    const known = tenants.flatMap((tenant) => this.taken.get(tenant) ?? []);
    const least = known.reduce((one, other) => Math.min(one, other), Infinity);
    const start = Number.isFinite(least) ? least : 0;
    this.taken = new Map(tenants.map((tenant) => [tenant, this.taken.get(tenant) ?? start]));
    return tenants.find((tenant) => this.taken.get(tenant) === start);
  }

  charge(tenant: string, milliseconds: number): void {
    this.taken.set(tenant, (this.taken.get(tenant) ?? 0) + milliseconds);
  }
}
