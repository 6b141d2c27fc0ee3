import type { EventLog } from '@probity/event-store/eventstoredb/testing/stand-in/event-log';
import type { Database } from '@probity/persistence/database';
import { tamper } from '../stored-state';
import { tablesOf } from './tables';

const SCHEMAS = `
  SELECT DISTINCT table_schema AS name FROM information_schema.tables
  WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'public', 'backup', 'newest')`;
/** Columns that Postgres computes cannot be written. */
const COLUMNS = `
  SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS names FROM information_schema.columns
  WHERE table_schema || '.' || table_name = $1 AND is_generated = 'NEVER'`;

/** A copy of all tables, and of the events in EventStoreDB, that an operator made while the product did not run. */
export class Backup {
  private constructor(
    private readonly owner: Database,
    private readonly name: string,
    private readonly tables: string[],
    private readonly log: EventLog | undefined,
    private readonly streams: Map<string, ReturnType<EventLog['storedEvents']>>,
  ) {}

  static async make(owner: Database, log?: EventLog, name = 'backup'): Promise<Backup> {
    const { rows } = await owner.query<{ name: string }>(SCHEMAS);
    const tables = await tablesOf(owner, ...rows.map(({ name }) => name));
    await owner.query(`CREATE SCHEMA ${name}`);
    for (const table of tables) await owner.query(`CREATE TABLE ${copyOf(name, table)} AS TABLE ${table}`);
    return new Backup(owner, name, tables, log, streamsOf(log));
  }

  /** The events with what is needed to append to them, or everything else. */
  async restore(part: 'everything' | 'events' | 'read side'): Promise<void> {
    const isEvents = (table: string): boolean => table === 'event_store.events';
    const parts = { everything: () => true, events: isEvents, 'read side': (table: string) => !isEvents(table) };
    const tables = this.tables.filter(parts[part]);
    await tamper(this.owner, async (sql) => {
      for (const table of tables) {
        const columns = (await sql.query<{ names: string }>(COLUMNS, [table])).rows[0]!.names;
        await sql.query(`DELETE FROM ${table}`);
        await sql.query(
          `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${copyOf(this.name, table)}`,
        );
      }
    });
    if (!this.log || part === 'read side') return;
    for (const stream of streamsOf(this.log).keys()) this.log.rewrite(stream, [...(this.streams.get(stream) ?? [])]);
  }
}

const copyOf = (name: string, table: string): string => `${name}.${table.replace('.', '_')}`;

function streamsOf(log: EventLog | undefined): Map<string, ReturnType<EventLog['storedEvents']>> {
  const names = new Set(log?.events.map(({ stream }) => stream).filter((name) => !name.startsWith('$')));
  return new Map([...names].map((name) => [name, [...log!.storedEvents(name)]]));
}
