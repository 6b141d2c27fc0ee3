import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { FINGERPRINT } from '../examples';
import { Hash, Id, nullable, Timestamp } from '../fields';

const LogProblem = Type.Object({
  kind: Type.Enum(
    ['missing_event', 'changed_event', 'missing_log', 'changed_log', 'cut_log', 'stopped_log', 'outside_checkpoint'],
    {
      description:
        '`missing_event` and `changed_event`: a stored event is not the one in the log; `missing_log`: there is no log, ' +
        'or no key; `changed_log`: a checkpoint is not the signed head of the events before it; `cut_log`: the log had ' +
        'more events, or lacks a stored one (`unlogged`); `stopped_log`: the notary noticed a contradiction; `outside_checkpoint`: the log does not continue ' +
        'the checkpoint that was given',
    },
  ),
  position: Type.Optional(Type.Integer({ description: 'in the log, from 0' })),
  stream: Type.Optional(Type.String()),
  revision: Type.Optional(Type.Integer({ description: 'of the event in its stream' })),
  field: Type.Optional(Type.String({ description: 'of the event: id, type or content' })),
  // Not a kind of its own: a consumer that validates would refuse it.
  unlogged: Type.Optional(
    Type.Boolean({ description: 'whether the log lacks stored events of the stream, from this one on' }),
  ),
  detail: Type.String(),
});

/** How far the verification of a log is, and what it has found. */
export const LogVerification = view(
  'LogVerification',
  Type.Object({
    log: Type.String(),
    events: Type.Integer({ description: 'events of the log that were compared with the stored events' }),
    checkpoints: Type.Integer({ description: 'signed checkpoints that are the heads of the events before them' }),
    problems: Type.Integer(),
    sound: Type.Boolean({ description: 'whether the log and its events hold so far, apart from a given checkpoint' }),
    first: Type.Optional(LogProblem),
    continues: Type.Optional(
      Type.Boolean({ description: 'whether the log continues the checkpoint that was given; absent without one' }),
    ),
    root_hash: Type.Optional(Hash),
    done: Type.Boolean(),
  }),
  { example: { log: 'platform', root_hash: FINGERPRINT } },
);

export const AuditProblem = view(
  'AuditProblem',
  Type.Object({
    where: Type.String({
      description: 'the table of the audit trail, the stream of events, the log, or the object of the database',
    }),
    kind: Type.String({
      description:
        '`missing`, `changed` and `unexplained` rows; `unreadable` events; `broken` ledgers; `database_object`: a trigger, a ' +
        'function or another object of the database is not as the migrations made it; and of logs `missing_event`, ' +
        '`changed_event`, `unlogged_event`, `missing_log`, `changed_log`, `cut_log`, `stopped_log`, `outside_checkpoint`',
    }),
    entry_id: nullable(Type.String(), { description: 'the row, which has the id of its event' }),
    stream: nullable(Type.String()),
    revision: nullable(Type.Integer(), { description: 'of the event in its stream' }),
    position: nullable(Type.Integer(), { description: 'in the log, from 0' }),
    fields: Type.Array(Type.String(), { description: 'what differs' }),
    detail: nullable(Type.String()),
  }),
  { description: 'What does not verify.' },
);

export const AuditVerification = view(
  'AuditVerification',
  Type.Object({
    tenant_id: Id,
    checking: Type.Optional(Type.String({ description: 'what is being verified now' })),
    entries: Type.Integer({ description: 'entries that were compared with their events' }),
    events: Type.Integer({ description: 'stored events that were compared with the logs of the notary' }),
    checkpoints: Type.Integer({ description: 'signed checkpoints that were verified' }),
    problems: Type.Integer(),
    first: nullable(AuditProblem),
    done: Type.Boolean(),
    verified: Type.Boolean({ description: 'true when the verification is done and found no problem' }),
    proven: Type.Array(Type.String()),
    not_proven: Type.Array(Type.String()),
    verified_at: Type.Optional(Timestamp),
  }),
  {
    description:
      'Progress of the verification of an audit trail; the last report has `done`, and says what was proven and what not.',
  },
);

export type LogProblem = Static<typeof LogProblem>;
export type LogVerification = Static<typeof LogVerification>;
export type AuditProblem = Static<typeof AuditProblem>;
export type AuditVerification = Static<typeof AuditVerification>;
