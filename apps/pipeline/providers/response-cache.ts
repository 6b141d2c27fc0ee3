import type { Sql } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';

const READ = 'SELECT sealed FROM pipeline.provider_responses WHERE tenant_id = $1 AND key = $2 AND expires_at > $3';
const STORE = `
  INSERT INTO pipeline.provider_responses (tenant_id, key, sealed, expires_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (tenant_id, key) DO UPDATE SET sealed = excluded.sealed, expires_at = excluded.expires_at`;
const FORGET_EXPIRED = `
  DELETE FROM pipeline.provider_responses WHERE (tenant_id, key) IN (
    SELECT tenant_id, key FROM pipeline.provider_responses WHERE expires_at <= $1
    ORDER BY expires_at LIMIT 1000 FOR UPDATE SKIP LOCKED)`;
/** Expired results are deleted with every so many stored ones. */
const STORED_BETWEEN_CLEANUPS = 200;

/** Results of calls to providers, sealed, in Postgres: they outlast the process. */
export class ResponseCache {
  private stored = 0;

  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
  ) {}

  /** @param key 32 bytes. A result that cannot be opened counts as absent: the provider is asked again. */
  async get(tenantId: string, key: Buffer, now: Date): Promise<unknown> {
    const { rows } = await this.sql.query<{ sealed: Buffer }>(READ, [tenantId, key, now]);
    const [row] = rows;
    try {
      return row && JSON.parse(this.sealer.open(row.sealed, context(tenantId, key)).toString());
    } catch {
      return undefined; // sealed under another master key, or changed in the database
    }
  }

  async put(tenantId: string, key: Buffer, value: unknown, expiresAt: Date, now: Date): Promise<void> {
    const sealed = this.sealer.seal(Buffer.from(JSON.stringify(value)), context(tenantId, key));
    await this.sql.query(STORE, [tenantId, key, sealed, expiresAt]);
    if (++this.stored % STORED_BETWEEN_CLEANUPS === 0) await this.sql.query(FORGET_EXPIRED, [now]);
  }
}

const context = (tenantId: string, key: Buffer): string => `provider-response:${tenantId}:${key.toString('hex')}`;
