import type { StaffEvent } from '@probity/contracts/staff/events';
import { SYSTEM } from '@probity/contracts/staff/officer';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditOf, officerActor } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';

/**
 * The audit entry of an event of an account. It belongs to the tenant in which it changes something; an entry about the
 * whole account belongs to none.
 */
export function staffAudit(event: RecordedEvent & StaffEvent): AuditEntry {
  const { data } = event;
  const subject = { subject_type: 'staff_account' as const, subject_id: data.account_id };
  const own = { actor: `staff:${data.account_id}` };
  switch (event.type) {
    case 'StaffAccountCreated': {
      const { kind, name, created_at: at } = event.data;
      return auditOf(event, {
        ...subject,
        actor: officerActor(event.data),
        action: 'staff_account.created',
        data: { kind, name },
        at,
      });
    }
    case 'StaffRolesChanged': {
      const { roles, changed_at: at } = event.data;
      return auditOf(event, {
        ...subject,
        actor: officerActor(event.data),
        action: 'staff_account.roles_changed',
        data: { roles },
        at,
      });
    }
    case 'StaffInvited': {
      const { expires_at, invited_at: at } = event.data;
      return auditOf(event, {
        ...subject,
        actor: officerActor(event.data),
        action: 'staff_account.invited',
        data: { expires_at },
        at,
      });
    }
    case 'StaffCredentialsSet':
      return auditOf(event, {
        ...subject,
        ...own,
        action: 'staff_account.credentials_set',
        data: {},
        at: event.data.set_at,
      });
    case 'StaffCredentialsResealed':
      return auditOf(event, {
        ...subject,
        actor: SYSTEM,
        action: 'staff_account.credentials_resealed',
        data: {},
        at: event.data.resealed_at,
      });
    case 'StaffRecoveryCodeUsed': {
      const { left, used_at: at } = event.data;
      return auditOf(event, { ...subject, ...own, action: 'staff_account.recovery_code_used', data: { left }, at });
    }
    case 'StaffIdentityBound': {
      const { provider_id, bound_at: at } = event.data;
      return auditOf(event, { ...subject, ...own, action: 'staff_account.identity_bound', data: { provider_id }, at });
    }
    case 'StaffPasskeyAdded': {
      const { passkey_id, name, added_at: at } = event.data;
      const about = { passkey_id, name };
      return auditOf(event, { ...subject, ...own, action: 'staff_account.passkey_added', data: about, at });
    }
    case 'StaffPasskeyRemoved': {
      const { passkey_id, name, removed_at: at } = event.data;
      const about = { passkey_id, name };
      return auditOf(event, { ...subject, ...own, action: 'staff_account.passkey_removed', data: about, at });
    }
    case 'StaffTokenCreated': {
      const { token_id, label, expires_at, created_at: at } = event.data;
      const about = { token_id, label, expires_at };
      return auditOf(event, {
        ...subject,
        actor: officerActor(event.data),
        action: 'staff_account.token_created',
        data: about,
        at,
      });
    }
    case 'StaffTokenRevoked': {
      const { token_id, revoked_at: at } = event.data;
      return auditOf(event, {
        ...subject,
        actor: officerActor(event.data),
        action: 'staff_account.token_revoked',
        data: { token_id },
        at,
      });
    }
    case 'StaffAccountDisabled':
      return auditOf(event, {
        ...subject,
        actor: officerActor(event.data),
        action: 'staff_account.disabled',
        data: {},
        at: event.data.disabled_at,
      });
    case 'StaffAccountEnabled':
      return auditOf(event, {
        ...subject,
        actor: officerActor(event.data),
        action: 'staff_account.enabled',
        data: {},
        at: event.data.enabled_at,
      });
  }
}

export const STAFF_AUDIT = auditedBy(TRAILS.back_office, staffAudit);
