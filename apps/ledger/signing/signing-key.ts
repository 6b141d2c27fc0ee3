import type { Aggregate } from '@probity/event-store/aggregate';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import { refuseUnknown } from '@probity/event-store/damaged';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { auditedOfficer, type AuditEntry, auditOf, recordAudit } from '@probity/read-side/audit/audit-entry';
import { TRAILS } from '@probity/read-side/audit/trails';
import {
  keysAfter,
  type LedgerKeys,
  type SigningKeyAnchored,
  type SigningKeyEvent,
  type SigningKeyReplaced,
} from './signing-key-events';

const PREFIX = 'signing-key-';

/** It names no column, because processes that insert the same row at the same time conflict in any of its indices. */
const INSERT = `
  INSERT INTO ledger.signing_keys (id, ledger_id, sealed, created_at, position, revision) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT DO NOTHING`;
/** A row of an older version has no revision until an event has its key. */
const CONFIRM = `
  UPDATE ledger.signing_keys SET revision = $4
  WHERE id = $1 AND ledger_id = $2 AND sealed = $3 AND (revision IS NULL OR revision = $4)`;

const RESEAL = 'SELECT WHERE ledger.reseal_signing_key($1, $2, $3, $4)';
/** What the function does, without its rights. */
const RESEAL_COPY = `
  UPDATE ledger.signing_keys SET sealed = $3, revision = $4 WHERE id = $1 AND ledger_id = $2 AND revision < $4`;
/** Whether the row is as the event made it, or a later event made it so. */
const REFLECTS = `
  SELECT FROM ledger.signing_keys
  WHERE id = $1 AND ledger_id = $2 AND (revision > $4 OR revision = $4 AND sealed = $3)`;

const TYPES = ['SigningKeyCreated', 'SigningKeyReplaced', 'SigningKeyAnchored', 'SigningKeyResealed'] as const;

/** The keys of one ledger. Their stream is named after the ledger, so that only one key at a time signs it. */
export const SIGNING_KEY: Aggregate<LedgerKeys, SigningKeyEvent> = {
  name: 'signing key',
  kind: 'signing-keys',
  prefix: PREFIX,
  stream: (ledgerId) => `${PREFIX}${ledgerId}`,
  types: TYPES,
  evolve: keysAfter,
  tenantOf: () => null,
  audit: auditedBy(TRAILS.ledger, (event: RecordedEvent & SigningKeyEvent) =>
    event.type === 'SigningKeyReplaced' ? replacementAudit(event) : undefined,
  ),
  ownTables: {
    replaced: [{ table: 'ledger.signing_keys', key: 'ledger_id' }],
    completed: [],
    apart: new Map([[RESEAL, RESEAL_COPY]]),
  },
  projection: projectSigningKeys,
};

/** @throws SigningKeyUnreadable when the event is damaged, or the row differs from it; EventUnknown */
async function projectSigningKeys(sql: Sql, events: RecordedEvent[]): Promise<void> {
  for (const event of events) {
    if (event.isForeign) continue;
    if (event.data === undefined)
      throw new SigningKeyUnreadable(event.id, 'its event was changed; restore the event store from a backup');
    const own = event as RecordedEvent & SigningKeyEvent;
    refuseUnknown([event], TYPES);
    if (own.type === 'SigningKeyAnchored') continue; // no row has it
    if (!(await isProjected(sql, own))) {
      throw new SigningKeyUnreadable(
        own.data.signing_key_id,
        'its row in ledger.signing_keys was changed; delete the row, and rebuild',
      );
    }
    if (own.type === 'SigningKeyReplaced') await recordAudit(sql, 'ledger', replacementAudit(own));
  }
}

/** Projects the event. Returns whether the row is as this event, or a later one, made it. */
async function isProjected(
  sql: Sql,
  event: RecordedEvent & Exclude<SigningKeyEvent, SigningKeyAnchored>,
): Promise<boolean> {
  const { type, data, stream, revision } = event;
  const key = [data.signing_key_id, stream.slice(PREFIX.length), Buffer.from(data.sealed, 'base64')];
  const changes = async (text: string, values: unknown[]): Promise<boolean> =>
    (await sql.query(text, values)).rowCount === 1;
  if (type === 'SigningKeyResealed') {
    if (await changes(RESEAL, [...key, revision])) return true;
  } else {
    const [at, position] = type === 'SigningKeyReplaced' ? [data.replaced_at, data.position] : [data.created_at, 1];
    if (await changes(INSERT, [...key, at, position, revision])) return true;
    if (await changes(CONFIRM, [...key, revision])) return true;
  }
  return changes(REFLECTS, [...key, revision]);
}

function replacementAudit(event: RecordedEvent & { data: SigningKeyReplaced['data'] }): AuditEntry {
  const { ledger_id, signing_key_id, replaces, replaced_at: at } = event.data;
  const about = { subject_type: 'ledger' as const, subject_id: ledger_id, action: 'ledger.signing_key_replaced' };
  return auditOf(event, { ...about, ...auditedOfficer(event.data), data: { signing_key_id, replaces }, at });
}

export class SigningKeyUnreadable extends Error {
  constructor(keyId: string, why: string, options?: ErrorOptions) {
    super(`cannot use signing key ${keyId}: ${why}`, options);
    this.name = 'SigningKeyUnreadable';
  }
}
