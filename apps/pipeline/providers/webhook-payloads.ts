import { createHash } from 'node:crypto';
import type { Sql } from '@probity/persistence/database';
import { derivedId } from '@probity/platform/ids';
import type { Sealer } from '@probity/platform/sealing';
import type { SettingsQueries } from '@probity/read-side/settings/settings-queries';

/** of one tenant; a body can have a mebibyte */
export const MAX_FORGOTTEN = 100;

const STORE = `
  INSERT INTO pipeline.provider_payloads (id, tenant_id, plugin, sha256, sealed_payload, received_at)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`;
/** Only tenants with a provider have bodies. */
const TENANTS = 'SELECT DISTINCT tenant_id FROM pipeline.providers';
const FORGET = `
  DELETE FROM pipeline.provider_payloads WHERE id IN (
    SELECT id FROM pipeline.provider_payloads
    WHERE tenant_id = $1 AND received_at <= $2::timestamptz - make_interval(years => $3)
    ORDER BY received_at LIMIT ${MAX_FORGOTTEN} FOR UPDATE SKIP LOCKED)`;

/** The raw bodies of providers' webhooks, sealed. */
export class WebhookPayloads {
  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
    private readonly settings: Pick<SettingsQueries, 'current'>,
  ) {}

  /** Returns the SHA-256 of the body, hex. The same body again is stored once. */
  async store(tenantId: string, plugin: string, body: Buffer, receivedAt: Date): Promise<string> {
    const sha256 = createHash('sha256').update(body).digest('hex');
    const id = derivedId(tenantId, `payload:${plugin}:${sha256}`);
    const sealed = this.sealer.seal(body, payloadContext(id));
    await this.sql.query(STORE, [id, tenantId, plugin, sha256, sealed, receivedAt]);
    return sha256;
  }

  /**
   * Deletes some bodies of each tenant whose time is over. The tenant's present setting decides, so that a change
   * applies to the bodies that are stored. Signals keep the SHA-256.
   *
   * @returns whether there may be more
   */
  async forgetOld(now: Date): Promise<boolean> {
    const { rows } = await this.sql.query<{ tenant_id: string }>(TENANTS, []);
    let mayHaveMore = false;
    for (const { tenant_id } of rows) {
      const { settings } = await this.settings.current(tenant_id);
      const years = settings.retention.provider_payload_years;
      const { rowCount } = await this.sql.query(FORGET, [tenant_id, now, years]);
      mayHaveMore ||= rowCount === MAX_FORGOTTEN;
    }
    return mayHaveMore;
  }
}

/** What the body of a webhook is sealed for. */
export const payloadContext = (id: string): string => `provider-payload:${id}`;
