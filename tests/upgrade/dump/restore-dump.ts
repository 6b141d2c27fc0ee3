import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Dump } from './dump-files';
import { createEmptyDatabase, type EmptyDatabase, onDatabase } from './empty-database';

const DOCUMENTATION = resolve(__dirname, '..', '..', '..', 'docs', 'guides', 'restore-postgres.md');
const DAY_MS = 86_400_000;

/**
 * Restores a dump into a new database, as docs/guides/restore-postgres.md says. The product deletes deliveries
 * after 90 days, so the times of the dump's deliveries are moved to today, by whole days. The times in their
 * recorded responses are moved too.
 */
export async function restoreDump({ sql, fixture }: Dump, server: string): Promise<EmptyDatabase> {
  const database = await createEmptyDatabase(server);
  try {
    await onDatabase(database.url, sql);
    await onDatabase(database.url, afterRestore());
    const days = Math.floor((Date.now() - Date.parse(fixture.made_at)) / DAY_MS);
    await onDatabase(
      database.url,
      `UPDATE webhooks.deliveries SET created_at = created_at + ${days} * interval '24 hours';
       UPDATE webhooks.events SET created_at = created_at + ${days} * interval '24 hours'`,
    );
    for (const { path, body } of fixture.answers) {
      if (/\/(webhook-)?deliveries\b/.test(path)) moveDeliveries((body as { data: unknown }).data, days);
    }
    return database;
  } catch (error) {
    await database.drop();
    throw error;
  }
}

function moveDeliveries(data: unknown, days: number): void {
  for (const delivery of [data].flat() as { created_at: string }[]) {
    delivery.created_at = new Date(Date.parse(delivery.created_at) + days * DAY_MS).toISOString();
  }
}

/** Returns the SQL that the documentation says to run after a restore. */
function afterRestore(): string {
  const [, sql] = /```sql\n(.*?)```/s.exec(readFileSync(DOCUMENTATION, 'utf8')) ?? [];
  if (sql === undefined) throw new Error(`${DOCUMENTATION} has no SQL`);
  return sql;
}
