import type { Static } from 'typebox';
import type { CheckpointCopy, CheckpointView, LedgerCheckpointView } from '@probity/contracts/checkpoints/views';
import { parseCheckpoint } from '@probity/ledger-verification/checkpoint';
import { toHex } from '@probity/ledger-verification/encoding';
import { ledgerOrigin, tenantOrigin } from '@probity/ledger-verification/origins';
import { parseNote } from '@probity/ledger-verification/signed-note';
import { formatKey, keyIdOf } from '@probity/ledger-verification/verification-key';
import type { Sql } from '@probity/persistence/database';

const OF_TENANT = `
  SELECT tree_size::float8 AS tree_size, checkpoint, signed_at FROM notary.logs
  WHERE tenant_id = $1 AND checkpoint IS NOT NULL`;
const OF_LEDGER = `
  SELECT tree_size::float8 AS tree_size, checkpoint, signed_at FROM notary.ledger_checkpoints
  WHERE tenant_id = $1 AND ledger_id = $2`;
const KEYS = 'SELECT public_key FROM notary.keys WHERE tenant_id = $1 ORDER BY created_at, id';
const COPIES = `
  SELECT kind, name, tree_size::float8 AS tree_size, copied_at, proof FROM notary.copies
  WHERE tenant_id = $1 ORDER BY kind, name`;

interface Signed {
  tree_size: number;
  checkpoint: string;
  signed_at: Date;
}

/** Reads the checkpoints that the notary signed. Every query is restricted to one tenant. */
export class CheckpointQueries {
  constructor(private readonly sql: Sql) {}

  /** Undefined until the log of the tenant is signed for the first time. */
  async ofTenant(tenantId: string): Promise<Static<typeof CheckpointView> | undefined> {
    const { rows } = await this.sql.query<Signed>(OF_TENANT, [tenantId]);
    if (!rows[0]) return undefined;
    return { ...(await this.view(tenantId, tenantOrigin(tenantId), rows[0])), copies: await this.copies(tenantId) };
  }

  /** Undefined until the ledger is signed for the first time. */
  async ofLedger(tenantId: string, ledger_id: string): Promise<Static<typeof LedgerCheckpointView> | undefined> {
    const head = await this.headOfLedger(tenantId, ledger_id);
    return head && { ...head, copies: await this.copies(tenantId) };
  }

  /** Like `ofLedger`, without the copies outside. */
  async headOfLedger(
    tenantId: string,
    ledger_id: string,
  ): Promise<Omit<Static<typeof LedgerCheckpointView>, 'copies'> | undefined> {
    const { rows } = await this.sql.query<Signed>(OF_LEDGER, [tenantId, ledger_id]);
    return rows[0] && { ledger_id, ...(await this.view(tenantId, ledgerOrigin(ledger_id), rows[0])) };
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

  private async view(tenantId: string, origin: string, { tree_size, checkpoint, signed_at }: Signed) {
    const keys = await this.keys(tenantId, origin);
    const root_hash = toHex(parseCheckpoint(parseNote(checkpoint).text).root);
    return { tree_size, root_hash, checkpoint, signed_at: signed_at.toISOString(), keys };
  }
}
