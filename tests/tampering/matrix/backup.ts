import type { EventLog, LogCopy } from '@probity/event-store/eventstoredb/testing/stand-in/event-log';
import type { Database } from '@probity/persistence/database';
import { CopiedTables } from '../../restores/copied-tables';

/** A copy of all tables, and of the events in EventStoreDB, that an operator made while the product did not run. */
export class Backup {
  private constructor(
    private readonly tables: CopiedTables,
    private readonly log: EventLog | undefined,
    private readonly copied: LogCopy | undefined,
  ) {}

  static async make(owner: Database, log?: EventLog, name = 'backup'): Promise<Backup> {
    return new Backup(await CopiedTables.make(owner, name), log, log?.copy());
  }

  /** @param part `read side`: what follows from events, and what was recorded with it; not what the notary has signed */
  async restore(part: 'everything' | 'events' | 'read side'): Promise<void> {
    const isEvents = (table: string): boolean => table === 'event_store.events';
    const isReadSide = (table: string): boolean =>
      !/^(event_store|notary)\./.test(table) && table !== 'privacy.data_keys';
    const parts = { everything: () => true, events: isEvents, 'read side': isReadSide };
    await this.tables.restore(parts[part]);
    if (part !== 'read side') this.log?.restore(this.copied!);
  }
}
