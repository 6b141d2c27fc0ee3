import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { nullable, Timestamp } from '../fields';

export const PrivacyStatus = view(
  'PrivacyStatus',
  Type.Object({
    sealing_began_at: Timestamp,
    events_not_sealed: Type.Array(
      view(
        'UnsealedEvents',
        Type.Object({ kind: Type.String({ description: 'of stream, such as customer' }), events: Type.Integer() }),
      ),
      { description: 'events in Postgres with personal data in clear, which the services are sealing' },
    ),
    overwritten_tables: Type.Array(view('OverwrittenTable', Type.Object({ name: Type.String(), since: Timestamp })), {
      description: 'tables whose files may still have bytes of erased data',
    }),
    out_of_reach: Type.Array(Type.String(), { description: 'what erasure cannot reach now, in sentences' }),
  }),
  { description: 'What erasure reaches, and what it does not reach yet.' },
);
export type PrivacyStatus = Static<typeof PrivacyStatus>;

export const REWRITE_OUTCOMES = ['rewritten', 'waiting', 'busy', 'not_overwritten'] as const;
export const LOG_OUTCOMES = ['removed', 'kept', 'denied'] as const;

export const RewriteProgress = view(
  'RewriteProgress',
  Type.Object({
    done: Type.Boolean(),
    tables: Type.Array(
      view('RewrittenTable', Type.Object({ name: Type.String(), outcome: Type.Enum(REWRITE_OUTCOMES) })),
      {
        description:
          'so far. waiting: an open transaction or a replica may still read the old rows; busy: other statements had ' +
          'the table locked for too long',
      },
    ),
    old_log: nullable(Type.Enum(LOG_OUTCOMES), {
      description:
        'of the write-ahead log from before. kept: Postgres keeps or recycles its files; denied: the owner of the ' +
        'database may not remove it; null: not yet',
    }),
  }),
  { description: 'Progress of the removal of bytes of erased data; the last report has `done`.' },
);
export type RewriteProgress = Static<typeof RewriteProgress>;

export const ExportLine = view(
  'CustomerExportLine',
  Type.Object({
    table: Type.Optional(Type.String({ description: 'the table of the row; absent on the last line' })),
    row: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'the columns of a row, with their values' }),
    ),
    done: Type.Optional(
      Type.Boolean({ description: 'only on the last line: true; without this line the export is incomplete' }),
    ),
    rows: Type.Optional(Type.Integer({ description: 'only on the last line: the number of rows' })),
  }),
  { description: 'A row of an export of a customer, or its end.' },
);
export type ExportLine = Static<typeof ExportLine>;

export const PersonalDataEntry = view(
  'PersonalDataEntry',
  Type.Object({
    where: Type.String({ description: 'a fact, or a table' }),
    field: Type.String({ description: 'the path of the field, or the column' }),
    kind: Type.String(),
    purpose: Type.String(),
    protection: Type.String({ description: 'how it is kept, and what erasure does to it' }),
    retention: Type.String({ description: 'how long it is kept' }),
  }),
  { description: 'Personal data that Probity keeps.' },
);
export type PersonalDataEntry = Static<typeof PersonalDataEntry>;
