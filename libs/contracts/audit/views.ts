import Type, { type Static } from 'typebox';
import { ALERT_ID, DECIDED_AT, MESSAGE_ID } from '../example-ids';
import { view } from '../declaration/view';
import { Id, Metadata, nullable, Timestamp } from '../fields';

export const AuditEventView = view(
  'AuditEvent',
  Type.Object({
    id: Id,
    subject_type: Type.String({ description: 'customer, alert, case, or what another service keeps a trail of' }),
    subject_id: Type.String(),
    action: Type.String({
      description: '`<subject>.<what happened>`, such as `alert.resolved` or `kyc.rejected`',
    }),
    actor_type: Type.String(),
    actor: Type.String({ description: '`staff:<name>`, `provider:<name>`, `institution` or `system`' }),
    reason: nullable(Type.String()),
    cause: nullable(Type.String(), {
      description: 'the ingested event that led to it, or else the trace of the request',
    }),
    data: Metadata,
    at: Timestamp,
  }),
  {
    description: 'Who did what to whom, when and why.',
    example: {
      id: MESSAGE_ID,
      subject_type: 'alert',
      subject_id: ALERT_ID,
      action: 'alert.resolved',
      actor_type: 'staff',
      actor: 'staff:j.smith',
      reason: 'checked against the passport; another person',
      cause: null,
      data: { resolution: 'handled' },
      at: DECIDED_AT,
    },
  },
);
export type AuditEventView = Static<typeof AuditEventView>;
