import type { LogCopy } from '@probity/event-store/eventstoredb/testing/stand-in/event-log';
import { CopiedTables } from './copied-tables';
import type { Estate } from './estate';

/** The schemas that docs/guides/restore-postgres.md allows to restore while the events stay. */
export const READ_SIDES = ['back_office', 'customer_risk', 'ledger', 'notary', 'pipeline', 'webhooks'] as const;
export type ReadSide = (typeof READ_SIDES)[number];

/** A copy of everything that is stored, as an operator makes it while the product runs. */
export class Copy {
  private constructor(
    readonly number: number,
    private readonly tables: CopiedTables,
    private readonly log: LogCopy | undefined,
    private readonly estate: Estate,
  ) {}

  /** @param number later copies have higher numbers */
  static async make(estate: Estate, number: number): Promise<Copy> {
    const tables = await CopiedTables.make(estate.owner, String(number));
    return new Copy(number, tables, estate.standIn?.log.copy(), estate);
  }

  /** Puts schemas of the read side back. The product must not run. */
  async restoreReadSide(schemas: readonly ReadSide[]): Promise<void> {
    await this.tables.restore((table) => schemas.some((schema) => table.startsWith(`${schema}.`)));
  }

  /** Puts the event store back. The product must not run. */
  async restoreEvents(): Promise<void> {
    const { standIn } = this.estate;
    if (standIn) standIn.log.restore(this.log!);
    else await this.tables.restore((table) => table.startsWith('event_store.'));
  }

  async restoreEverything(): Promise<void> {
    await this.tables.restore(() => true);
    if (this.log) this.estate.standIn!.log.restore(this.log);
  }

  remove(): Promise<void> {
    return this.tables.remove();
  }
}
