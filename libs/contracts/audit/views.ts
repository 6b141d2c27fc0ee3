import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { ACCOUNT_ID, ALERT_ID, MESSAGE_ID } from '../examples';
import { Id, Metadata, nullable, Timestamp } from '../fields';
import { AUDIT_SUBJECTS } from './words';

export const AuditEventView = view(
  'AuditEvent',
  Type.Object({
    id: Id,
    subject_type: Type.String({ description: AUDIT_SUBJECTS.join(', ') }),
    subject_id: Type.String(),
    action: Type.String({
      description: '`<subject>.<what happened>`, such as `alert.resolved` or `kyc.rejected`',
    }),
    actor_type: Type.String(),
    actor: Type.String({
      description:
        '`staff:<id of the account>`, `institution:<id of the API key>`, `provider:<name>` or `system`; in entries from ' +
        'before there were accounts `staff:<what the caller declared>`, and from before keys were named `institution`',
    }),
    actor_name: nullable(Type.String(), {
      description: 'the name of the account, or the label of the API key, at that time; null if there is none',
    }),
    reason: nullable(Type.String()),
    cause: nullable(Type.String(), {
      description: 'the ingested event that caused it, or else the trace of the request',
    }),
    data: Metadata,
    at: Timestamp,
    address: nullable(Type.String(), {
      description:
        'the IP address of the client that caused it; null if none is known, for changes of ledgers, and in entries of earlier versions',
    }),
  }),
  {
    description: 'Who did what to whom, when and why.',
    example: {
      id: MESSAGE_ID,
      subject_type: 'alert',
      subject_id: ALERT_ID,
      actor_type: 'staff',
      actor: `staff:${ACCOUNT_ID}`,
      actor_name: 'Jane Doe',
    },
  },
);
export type AuditEventView = Static<typeof AuditEventView>;
