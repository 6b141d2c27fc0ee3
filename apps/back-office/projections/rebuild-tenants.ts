import { Inject, Injectable } from '@nestjs/common';
import type { Projection } from '@probity/event-store/aggregate';
import { withoutEntries } from '@probity/event-store/audit/trail-rows';
import { refuseDamaged } from '@probity/event-store/damaged';
import { EventStore } from '@probity/event-store/event-store';
import { keyOf } from '@probity/event-store/rebuild/projected-tables';
import { Database, type Sql } from '@probity/persistence/database';
import { isUnavailable } from '@probity/persistence/unavailable';
import type { Logger } from '@probity/platform/logging';
import { LOGGER } from '@probity/platform/logger.token';
import { PROPOSAL } from '../proposals/proposal';
import { IDENTITY_PROVIDER } from '../sign-in/openid/identity-provider';
import { STAFF_ACCOUNT } from '../staff/staff-account';
import { TENANT } from '../tenants/tenant-stream';

const KINDS: readonly Projection[] = [TENANT, STAFF_ACCOUNT, IDENTITY_PROVIDER, PROPOSAL];
const LOCK = `
  LOCK TABLE back_office.tenants, back_office.staff_accounts, back_office.identity_providers, back_office.proposals
  IN SHARE ROW EXCLUSIVE MODE`;

/** Thrown to undo the transaction: these streams could not be projected. */
class CannotBeProjected extends Error {
  constructor(readonly streams: ReadonlyMap<string, unknown>) {
    super('some streams cannot be projected');
  }
}

/**
 * Rebuilds the projections of tenants, staff, identity providers and proposals in one Postgres transaction. Their changes
 * wait meanwhile. Audit entries are left to a comparison of the trail with the events.
 *
 * A stream that cannot be projected keeps its rows, and does not keep the others from being rebuilt.
 */
@Injectable()
export class RebuildTenants {
  constructor(
    private readonly database: Database,
    private readonly events: EventStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns how many streams cannot be projected. */
  async run(): Promise<number> {
    const setAside = new Set<string>();
    for (;;) {
      try {
        await this.database.transaction((sql) => this.replaceRows(sql, setAside));
        return setAside.size;
      } catch (error) {
        if (!(error instanceof CannotBeProjected)) throw error;
        for (const [stream, err] of error.streams) {
          setAside.add(stream);
          this.logger.error({ err, stream }, 'a stream cannot be projected; its rows stay as they are');
        }
      }
    }
  }

  /** @param setAside streams whose rows stay */
  private async replaceRows(sql: Sql, setAside: ReadonlySet<string>): Promise<void> {
    await sql.query(LOCK);
    for (const kind of KINDS) await deleteRows(sql, kind, setAside);
    const failed = new Map<string, unknown>();
    for (const kind of KINDS) {
      for await (const stream of this.events.listStreams(kind.prefix)) {
        if (setAside.has(stream)) continue;
        await sql.query('SAVEPOINT before_stream');
        try {
          await this.project(sql, kind, stream);
          await sql.query('RELEASE SAVEPOINT before_stream');
        } catch (error) {
          if (isUnavailable(error)) throw error;
          await sql.query('ROLLBACK TO SAVEPOINT before_stream');
          failed.set(stream, error);
        }
      }
    }
    if (failed.size > 0) throw new CannotBeProjected(failed);
  }

  private async project(sql: Sql, { projection }: Projection, stream: string): Promise<void> {
    for await (const chunk of this.events.readStream(stream)) {
      refuseDamaged(chunk);
      await withoutEntries(() => projection(sql, chunk, true));
    }
  }
}

async function deleteRows(sql: Sql, { prefix, ownTables }: Projection, setAside: ReadonlySet<string>): Promise<void> {
  const keys = [...setAside].filter((stream) => stream.startsWith(prefix)).map((stream) => stream.slice(prefix.length));
  for (const table of ownTables!.replaced.toReversed())
    await sql.query(`DELETE FROM ${table.table} WHERE ${keyOf(table)}::text <> ALL($1)`, [keys]);
}
