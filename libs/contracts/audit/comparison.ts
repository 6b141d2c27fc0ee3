import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';

export const AuditDifference = Type.Object({
  trail: Type.String({ description: 'the schema of the audit trail' }),
  kind: Type.Enum(['missing', 'changed', 'unexplained', 'unreadable', 'broken'], {
    description:
      '`missing`: an event has no row; `changed`: a row differs from its event; `unexplained`: a row has no event; ' +
      '`unreadable`: an event was changed or inserted, or its stream lacks events; `broken`: a ledger does not verify',
  }),
  entry_id: Type.Optional(Type.String()),
  fields: Type.Optional(Type.Array(Type.String(), { description: 'columns of a changed row that differ' })),
  stream: Type.Optional(Type.String({ description: 'of the event' })),
  revision: Type.Optional(Type.Integer({ description: 'of the event in its stream' })),
  detail: Type.Optional(Type.String()),
});

/** How far a comparison of audit trails with the events is, and what it has found. */
export const AuditComparison = view(
  'AuditComparison',
  Type.Object({
    kind: Type.Optional(Type.String({ description: 'of the objects whose events are read, such as "customers"' })),
    streams: Type.Integer({ description: 'read so far' }),
    entries: Type.Integer({ description: 'entries that the events have' }),
    missing: Type.Integer({ description: 'entries without a row' }),
    changed: Type.Integer({ description: 'rows that differ from their event' }),
    unexplained: Type.Integer({ description: 'rows without an event' }),
    unreadable: Type.Integer({ description: 'streams that cannot be read; the log names them' }),
    broken: Type.Optional(Type.Integer({ description: 'ledgers that do not verify' })),
    first: Type.Optional(AuditDifference),
    done: Type.Boolean(),
  }),
);

export type AuditDifference = Static<typeof AuditDifference>;
export type AuditComparison = Static<typeof AuditComparison>;
