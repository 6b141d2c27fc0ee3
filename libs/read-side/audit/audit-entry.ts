import type { AuditSubject } from '@probity/contracts/audit/words';
import type { ActorType } from '@probity/contracts/customers/events';
import { addEntries } from '@probity/event-store/audit/trail-rows';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { type Officer, SYSTEM } from '@probity/contracts/staff/officer';
import type { TRAILS } from './trails';

/** The schema of an audit trail. */
export type AuditTrail = keyof typeof TRAILS;

/** The entry of the audit trail for one event. */
export interface AuditEntry {
  /** the id of the event */
  id: string;
  /** null: the event concerns all tenants */
  tenant_id: string | null;
  subject_type: AuditSubject;
  subject_id: string;
  /** `<subject>.<past participle>`, such as `case.opened` */
  action: string;
  /** `staff:<account>`, `provider:<name>`, `institution:<API key>`, `institution` or `system` */
  actor: string;
  /** the name of the account of staff, or the label of the API key, at that time; null if there is none */
  actor_name: string | null;
  reason: string | null;
  /** the id of the ingested event that caused it, or else the trace of the request */
  cause: string | null;
  data: object;
  at: string | Date;
  /** the IP address of the client that caused it; null if none is known */
  address?: string | null;
}

/** Adds an entry to a trail. Does nothing if the trail already has the entry. */
export const recordAudit = (sql: Sql, trail: AuditTrail, entry: AuditEntry): Promise<void> =>
  recordAudits(sql, trail, [entry]);

/** Adds entries to a trail. Skips entries that it already has. */
export const recordAudits = (sql: Sql, trail: AuditTrail, entries: AuditEntry[]): Promise<void> =>
  addEntries(sql, trail, entries);

/** The name of an actor in the audit trail. */
export function auditActor(type: ActorType, name: string): string {
  if (type === 'institution' && name.startsWith('institution:')) return name;
  if (type !== 'staff' && type !== 'provider') return type;
  return name.startsWith(`${type}:`) ? name : `${type}:${name}`;
}

type Audited = Pick<AuditEntry, 'subject_type' | 'subject_id' | 'action' | 'actor' | 'data' | 'at'>;

/** Makes the audit entry of an event. The tenant, the reason and the cause are taken from the event by default. */
export function auditOf(event: RecordedEvent & { data: object }, audited: Audited & Partial<AuditEntry>): AuditEntry {
  const { tenant_id = null, reason = null, event_id, actor_name, officer, officer_id }: FactData = event.data;
  const cause = event_id ?? event.metadata?.traceparent ?? null;
  const name = actor_name ?? (officer_id === undefined ? undefined : officer) ?? null;
  const address = event.metadata?.address ?? null;
  return { id: event.id, tenant_id, reason, cause, actor_name: name, address, ...audited };
}

/** The actor and the actor's name of an entry about a decision of staff. */
export const auditedOfficer = (by: Officer): Pick<AuditEntry, 'actor' | 'actor_name'> => ({
  actor: officerActor(by),
  actor_name: by.officer_id === undefined ? null : by.officer,
});

/** An actor as an institution reads it: the name instead of the id of an account; of its own keys, none. */
export function shownActor({ actor, actor_name }: { actor: string; actor_name?: string }): string {
  if (actor.startsWith('institution:')) return 'institution';
  return actor_name === undefined ? actor : `staff:${actor_name}`;
}

/** The actor in the audit trail of a decision of staff: the account, or in old events what the caller declared. */
export const officerActor = ({ officer, officer_id }: Officer): string =>
  officer_id === SYSTEM ? SYSTEM : auditActor('staff', officer_id ?? officer);

interface FactData {
  tenant_id?: string | null;
  reason?: string | null;
  /** the id of the ingested event that caused this event */
  event_id?: string;
  actor_name?: string;
  officer?: string;
  officer_id?: string;
}
