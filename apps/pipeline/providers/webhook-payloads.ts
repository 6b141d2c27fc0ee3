import { createHash } from 'node:crypto';
import type { Sql } from '@probity/persistence/database';
import { derivedId } from '@probity/platform/ids';
import type { Sealer } from '@probity/platform/sealing';

/** How long raw webhooks are kept. */
export const KEPT_DAYS = 5 * 365;
const FORGOTTEN_AT_ONCE = 1_000;

const STORE = `
  INSERT INTO pipeline.provider_payloads (id, tenant_id, plugin, sha256, sealed_payload, received_at, kept_until)
  VALUES ($1, $2, $3, $4, $5, $6, $6::timestamptz + make_interval(days => $7)) ON CONFLICT (id) DO NOTHING`;
const FORGET = `
  DELETE FROM pipeline.provider_payloads WHERE id IN (
    SELECT id FROM pipeline.provider_payloads WHERE kept_until <= $1
    ORDER BY kept_until LIMIT ${FORGOTTEN_AT_ONCE} FOR UPDATE SKIP LOCKED)`;

/** The raw bodies of providers' webhooks, sealed. */
export class WebhookPayloads {
  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
  ) {}

  /** Returns the SHA-256 of the body, hex. The same body again is stored once. */
  async store(tenantId: string, plugin: string, body: Buffer, receivedAt: Date): Promise<string> {
    const sha256 = createHash('sha256').update(body).digest('hex');
    const id = derivedId(tenantId, `payload:${plugin}:${sha256}`);
    const sealed = this.sealer.seal(body, `provider-payload:${id}`);
    await this.sql.query(STORE, [id, tenantId, plugin, sha256, sealed, receivedAt, KEPT_DAYS]);
    return sha256;
  }

  /** Deletes some bodies whose time is over; returns whether there may be more. */
  async forgetOld(now: Date): Promise<boolean> {
    const { rowCount } = await this.sql.query(FORGET, [now]);
    return rowCount === FORGOTTEN_AT_ONCE;
  }
}
