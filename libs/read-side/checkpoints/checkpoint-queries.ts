import type { Static } from 'typebox';
import type { CheckpointCopy, CheckpointView, LedgerCheckpointView } from '@probity/contracts/checkpoints/views';
import { parseCheckpoint } from '@probity/ledger-verification/checkpoint';
import { toHex } from '@probity/ledger-verification/encoding';
import { ledgerOrigin, tenantOrigin } from '@probity/ledger-verification/origins';
import { parseNote } from '@probity/ledger-verification/signed-note';
import { formatKey, keyIdOf } from '@probity/ledger-verification/verification-key';
import type { Sql } from '@probity/persistence/database';
import { notFound } from '@probity/platform/errors';
import { untilSigned } from './until-signed';

const OF_TENANT = `
  SELECT tree_size::float8 AS tree_size, checkpoint, signed_at FROM notary.logs
  WHERE tenant_id = $1 AND checkpoint IS NOT NULL`;
const OF_LEDGER = `
  SELECT tree_size::float8 AS tree_size, checkpoint, signed_at FROM notary.ledger_checkpoints
  WHERE tenant_id = $1 AND ledger_id = $2`;
const IS_LEDGER = 'SELECT FROM ledger.ledgers WHERE tenant_id = $1 AND id = $2';
const KEYS = 'SELECT id, public_key FROM notary.keys WHERE tenant_id = $1 ORDER BY created_at, id';
const COPIES = `
  SELECT kind, name, tree_size::float8 AS tree_size, copied_at, proof, is_configured FROM notary.copies
  WHERE tenant_id = $1 ORDER BY kind, name`;

const RECORDED = `
  SELECT FROM back_office.audit_events
  WHERE tenant_id = $1 AND action = 'tenant.checkpoint_key_replaced' AND data->>'key_id' = $2 LIMIT 1`;

interface Signed {
  tree_size: number;
  checkpoint: string;
  signed_at: Date;
}

/** Reads the checkpoints that the notary signed. Every query is restricted to one tenant. */
export class CheckpointQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * Waits a moment when the log of the tenant was never signed.
   *
   * @throws Refusal `not_signed_yet` after three seconds
   */
  async ofTenant(tenantId: string): Promise<Static<typeof CheckpointView>> {
    const signed = await untilSigned('the log of the tenant', async () => {
      return (await this.sql.query<Signed>(OF_TENANT, [tenantId])).rows[0];
    });
    return { ...(await this.view(tenantId, tenantOrigin(tenantId), signed)), copies: await this.copies(tenantId) };
  }

  /**
   * Waits a moment when the ledger was never signed.
   *
   * @throws Refusal `not_found`; `not_signed_yet` after three seconds
   */
  async ofLedger(tenantId: string, ledger_id: string): Promise<Static<typeof LedgerCheckpointView>> {
    const of = [tenantId, ledger_id];
    const signed = await untilSigned('the ledger', async () => {
      const [row] = (await this.sql.query<Signed>(OF_LEDGER, of)).rows;
      if (!row && (await this.sql.query(IS_LEDGER, of)).rowCount === 0) throw notFound('ledger', ledger_id);
      return row;
    });
    const head = await this.view(tenantId, ledgerOrigin(ledger_id), signed);
    return { ledger_id, ...head, copies: await this.copies(tenantId) };
  }

  /** The last checkpoint of a ledger as a signed note, for services that do not read copies. */
  async noteOfLedger(tenantId: string, ledgerId: string): Promise<string | undefined> {
    const { rows } = await this.sql.query<Signed>(OF_LEDGER, [tenantId, ledgerId]);
    return rows[0]?.checkpoint;
  }

  /** The public keys of a tenant, under the name of a log. */
  async keys(tenantId: string, origin: string): Promise<string[]> {
    const { rows } = await this.sql.query<{ public_key: Buffer }>(KEYS, [tenantId]);
    return rows.map(({ public_key }) =>
      formatKey({ name: origin, keyId: keyIdOf(origin, public_key), publicKey: public_key }),
    );
  }

  /** The last copy of the log of a tenant at each target outside of Probity. */
  private async copies(tenantId: string): Promise<Static<typeof CheckpointCopy>[]> {
    type Row = Omit<Static<typeof CheckpointCopy>, 'copied_at'> & { copied_at: Date };
    const { rows } = await this.sql.query<Row>(COPIES, [tenantId]);
    return rows.map(({ copied_at, ...copy }) => ({ ...copy, copied_at: copied_at.toISOString() }));
  }

  /** The ids of the keys of a tenant, the newest last. */
  async tenantKeys(tenantId: string): Promise<string[]> {
    return (await this.sql.query<{ id: string }>(KEYS, [tenantId])).rows.map(({ id }) => id);
  }

  /** Whether the audit trail has the replacement by the key. */
  async isReplacementRecorded(tenantId: string, keyId: string): Promise<boolean> {
    return (await this.sql.query(RECORDED, [tenantId, keyId])).rowCount === 1;
  }

  private async view(tenantId: string, origin: string, { tree_size, checkpoint, signed_at }: Signed) {
    const keys = await this.keys(tenantId, origin);
    const root_hash = toHex(parseCheckpoint(parseNote(checkpoint).text).root);
    return { tree_size, root_hash, checkpoint, signed_at: signed_at.toISOString(), keys };
  }
}
