import type { DifferingTable, ReadSideVerification } from '@probity/contracts/projections/verification';
import type { Difference } from './differing-rows';

const MAX_NAMED = 5;

/** What a comparison has found so far. It keeps a few names for each table. */
export class VerificationReport {
  private readonly counts = { streams: 0, events: 0, erased: 0, unprojected: 0 };
  private readonly unprojected: string[] = [];
  private unreadable = 0;
  private readonly tables = new Map<string, DifferingTable>();

  count(counts: Partial<typeof this.counts>): void {
    for (const [name, more] of Object.entries(counts)) this.counts[name as keyof typeof this.counts] += more;
  }

  addUnprojected(stream: string): void {
    this.counts.unprojected++;
    if (this.unprojected.length < MAX_NAMED) this.unprojected.push(stream);
  }

  /** @param count streams whose audit entries cannot be read; they cannot be projected either, if they have rows */
  addUnreadable(count: number, one: string | undefined): void {
    this.unreadable += count;
    if (one !== undefined && this.unprojected.length < MAX_NAMED && !this.unprojected.includes(one))
      this.unprojected.push(one);
  }

  /** @param stream undefined if it is not known */
  addDifference(table: string, stream: string | undefined, { problem, rows, fields }: Omit<Difference, 'key'>): void {
    const found = this.tableOf(table);
    found[problem] += rows;
    if (stream !== undefined && found.first.length < MAX_NAMED) found.first.push({ problem, stream, fields });
  }

  /** Adds the last line of another report. */
  add(other: ReadSideVerification): void {
    const { streams, events, erased, unprojected, first_unprojected, tables } = other;
    this.count({ streams, events, erased, unprojected });
    this.unprojected.push(...first_unprojected.slice(0, MAX_NAMED - this.unprojected.length));
    for (const { table, first, changed, missing, unexplained } of tables) {
      const found = this.tableOf(table);
      found.changed += changed;
      found.missing += missing;
      found.unexplained += unexplained;
      found.first.push(...first.slice(0, MAX_NAMED - found.first.length));
    }
  }

  /** The progress of a part, with what was found before. */
  with(part: ReadSideVerification): ReadSideVerification {
    const both = new VerificationReport();
    both.add(this.line(undefined));
    both.add(part);
    return both.line(part.kind);
  }

  line(kind: string | undefined, done = false): ReadSideVerification {
    const tables = [...this.tables.values()];
    const differences = tables.reduce(
      (sum, { changed, missing, unexplained }) => sum + changed + missing + unexplained,
      0,
    );
    const unprojected = Math.max(this.counts.unprojected, this.unreadable);
    return {
      ...(kind !== undefined && { kind }),
      ...this.counts,
      unprojected,
      differences,
      first_unprojected: [...this.unprojected],
      tables: structuredClone(tables),
      verified: differences === 0 && unprojected === 0,
      done,
    };
  }

  private tableOf(table: string): DifferingTable {
    const known = this.tables.get(table) ?? { table, changed: 0, missing: 0, unexplained: 0, first: [] };
    this.tables.set(table, known);
    return known;
  }
}
