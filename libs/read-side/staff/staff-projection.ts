import { STAFF_STREAM_PREFIX, type StaffEvent } from '@probity/contracts/staff/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { recordAudit } from '../audit/audit-entry';
import { passOver, refuseGap } from '../refuse-gap';
import { staffAudit } from './staff-audit';

export type RecordedStaffEvent = RecordedEvent & StaffEvent;

const INSERT = `
  INSERT INTO back_office.staff_accounts (id, kind, name, email, tenant_id, credentials_revision, created_at, revision)
  VALUES ($1, $2, $3, $4, $5, 0, $6, 0) ON CONFLICT (id) DO NOTHING`;
const CLAIM_EMAIL = `
  INSERT INTO back_office.staff_emails (email, account_id) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING`;
const ADVANCE = 'UPDATE back_office.staff_accounts SET revision = $2 WHERE id = $1 AND revision = $2 - 1';
const REFLECTED = 'SELECT revision FROM back_office.staff_accounts WHERE id = $1';
export const STAFF_ROW = { table: 'back_office.staff_accounts', prefix: STAFF_STREAM_PREFIX };

const TAKE_ROLES = 'DELETE FROM back_office.staff_roles WHERE account_id = $1 AND tenant_id IS NOT DISTINCT FROM $2';
const GIVE_ROLES = `
  INSERT INTO back_office.staff_roles (account_id, tenant_id, role) SELECT $1, $2, unnest($3::text[])`;
const INVITE = `
  UPDATE back_office.staff_accounts SET invitation_hash = decode($2, 'hex'), invitation_expires_at = $3,
    has_credentials = false, credentials_revision = $4, invited_at = $5 WHERE id = $1`;
const SET_CREDENTIALS = `
  UPDATE back_office.staff_accounts SET invitation_hash = NULL, invitation_expires_at = NULL, has_credentials = true,
    credentials_revision = $2 WHERE id = $1`;
/** The claim was made before the event; after the loss of Postgres, it is made again. */
const CLAIM_IDENTITY = `
  INSERT INTO back_office.staff_identities (provider_id, subject, account_id) VALUES ($1, $2, $3)
  ON CONFLICT (provider_id, subject) DO NOTHING`;
const RELEASE_IDENTITY = 'DELETE FROM back_office.staff_identities WHERE account_id = $1';
const END_PASSKEY_SESSIONS = `
  UPDATE back_office.sessions SET ended_at = $2 WHERE passkey_id = $1 AND ended_at IS NULL`;
const INSERT_TOKEN = `
  INSERT INTO back_office.staff_tokens (id, account_id, label, token_hash, created_at, expires_at)
  VALUES ($1, $2, $3, decode($4, 'hex'), $5, $6) ON CONFLICT (id) DO NOTHING`;
const REVOKE_TOKEN = 'UPDATE back_office.staff_tokens SET revoked_at = $3 WHERE account_id = $1 AND id = $2';
const DISABLE = 'UPDATE back_office.staff_accounts SET disabled_at = $2 WHERE id = $1';
/** Not later sessions: a rebuild projects the event again. */
const END_SESSIONS = `
  UPDATE back_office.sessions SET ended_at = $2 WHERE account_id = $1 AND ended_at IS NULL AND signed_in_at <= $2`;

const ofAccount = (name: string) => ({ table: `back_office.${name}`, key: 'account_id' });
/** Sessions are no events. */
export const STAFF_TABLES: ProjectedTables = {
  replaced: [{ table: 'back_office.staff_accounts' }, ofAccount('staff_roles'), ofAccount('staff_tokens')],
  completed: [ofAccount('staff_emails'), ofAccount('staff_identities')],
  apart: new Map([
    [END_SESSIONS, undefined],
    [END_PASSKEY_SESSIONS, undefined],
  ]),
};

/**
 * Brings the read side of one account forward. The account's row guards it: an event seen again is skipped.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectStaffEvents(sql: Sql, events: RecordedStaffEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, STAFF_ROW, event)) continue;
    const id = event.data.account_id;
    const isNew = event.type === 'StaffAccountCreated' ? await insert(sql, event.data) : await advance(sql, id, event);
    if (!isNew) await refuseGap(sql, REFLECTED, id, event);
    else {
      await project(sql, event);
      await recordAudit(sql, 'back_office', staffAudit(event));
    }
  }
}

async function insert(sql: Sql, data: Extract<StaffEvent, { type: 'StaffAccountCreated' }>['data']): Promise<boolean> {
  const { account_id, kind, name, email, tenant_id, created_at } = data;
  // After the loss of Postgres, the email is claimed again.
  if (email !== null) await sql.query(CLAIM_EMAIL, [email, account_id]);
  return (await sql.query(INSERT, [account_id, kind, name, email, tenant_id, created_at])).rowCount === 1;
}

const advance = async (sql: Sql, id: string, { revision }: RecordedEvent): Promise<boolean> =>
  (await sql.query(ADVANCE, [id, revision])).rowCount === 1;

async function project(sql: Sql, { type, data, revision }: RecordedStaffEvent): Promise<void> {
  const id = data.account_id;
  switch (type) {
    case 'StaffRolesChanged':
      await sql.query(TAKE_ROLES, [id, data.tenant_id]);
      await sql.query(GIVE_ROLES, [id, data.tenant_id, data.roles]);
      return;
    case 'StaffInvited':
      await sql.query(INVITE, [id, data.invitation_hash, data.expires_at, revision, data.invited_at]);
      await sql.query(RELEASE_IDENTITY, [id]);
      await sql.query(END_SESSIONS, [id, data.invited_at]);
      return;
    case 'StaffCredentialsSet':
      await sql.query(SET_CREDENTIALS, [id, revision]);
      await sql.query(END_SESSIONS, [id, data.set_at]);
      return;
    case 'StaffIdentityBound':
      await sql.query(CLAIM_IDENTITY, [data.provider_id, data.subject, id]);
      await sql.query(SET_CREDENTIALS, [id, revision]);
      await sql.query(END_SESSIONS, [id, data.bound_at]);
      return;
    case 'StaffPasskeyRemoved':
      await sql.query(END_PASSKEY_SESSIONS, [data.passkey_id, data.removed_at]);
      return;
    case 'StaffTokenCreated': {
      const { token_id, label, token_hash, created_at, expires_at } = data;
      await sql.query(INSERT_TOKEN, [token_id, id, label, token_hash, created_at, expires_at]);
      return;
    }
    case 'StaffTokenRevoked':
      await sql.query(REVOKE_TOKEN, [id, data.token_id, data.revoked_at]);
      return;
    case 'StaffAccountDisabled':
      await sql.query(DISABLE, [id, data.disabled_at]);
      await sql.query(END_SESSIONS, [id, data.disabled_at]);
      return;
    case 'StaffAccountEnabled':
      await sql.query(DISABLE, [id, null]);
      return;
    case 'StaffAccountCreated':
    case 'StaffCredentialsResealed':
    case 'StaffRecoveryCodeUsed':
    case 'StaffPasskeyAdded':
      return;
  }
}
