import type { EventType } from '@probity/contracts/pipeline/views';
import { emailKey, firstEmailKey } from '@probity/read-side/customers/email-key';

/** The fields that can name the customer of an event, the most certain one first. */
export const REFERENCE_KINDS = ['customer_id', 'external_id', 'email', 'account_ref'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

export interface CustomerReference {
  tenant_id: string;
  kind: ReferenceKind;
  value: string;
}

/**
 * The field that names the customer: for a transaction the account_ref, for an onboarding event the most certain
 * field.
 */
export function referenceOf(tenantId: string, type: EventType, payload: Record<string, unknown>): CustomerReference {
  const kinds = type === 'transaction' ? (['account_ref'] as const) : REFERENCE_KINDS;
  for (const kind of kinds) {
    const value = payload[kind];
    if (typeof value === 'string' && value !== '') return { tenant_id: tenantId, kind, value: canonical(kind, value) };
  }
  throw new Error(`an event of type ${type} has none of ${kinds.join(', ')}`);
}

const CUSTOMER = 'customer:';

/** The subject that keeps events of a customer in order. */
export const customerSubject = (customerId: string): string => CUSTOMER + customerId;

/** Whether a subject is that of a customer, and not that of a reference. */
export const isCustomerSubject = (subject: string): boolean => subject.startsWith(CUSTOMER);

/** The subject of events that wait for a customer with the reference. It keeps these events in order. */
export const referenceSubject = ({ tenant_id, kind, value }: CustomerReference): string =>
  subject(tenant_id, kind, canonical(kind, value));

const subject = (tenantId: string, kind: ReferenceKind, value: string): string => `${kind}:${tenantId}:${value}`;

const canonical = (kind: ReferenceKind, value: string): string => (kind === 'email' ? emailKey(value) : value);

/** The subjects under which events may wait for a customer, also those of earlier versions of Probity. */
export function subjectsOfCustomer(
  tenantId: string,
  customer: { id: string; email: string; external_id: string | null; account_refs: string[] },
): string[] {
  const references: [ReferenceKind, string][] = [
    ['customer_id', customer.id],
    ['email', customer.email],
    ...(customer.external_id === null ? [] : [['external_id', customer.external_id] as [ReferenceKind, string]]),
    ...customer.account_refs.map((value): [ReferenceKind, string] => ['account_ref', value]),
  ];
  const current = references.map(([kind, value]) => referenceSubject({ tenant_id: tenantId, kind, value }));
  return [...new Set([...current, subject(tenantId, 'email', firstEmailKey(customer.email))])];
}
