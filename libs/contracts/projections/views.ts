import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';

export const CorrectedAudit = view(
  'CorrectedAudit',
  Type.Object({
    added: Type.Integer({ description: 'rows that were missing' }),
    replaced: Type.Integer({ description: 'rows that differed from their events' }),
    removed: Type.Integer({
      description: 'rows without an event. They stay if the events of another stream cannot be read',
    }),
  }),
);

export const RebuildProgress = view(
  'RebuildProgress',
  Type.Object({
    kind: Type.Optional(Type.String({ description: 'of the objects that are rebuilt, such as "customers"' })),
    streams: Type.Integer({ description: 'of this kind, as far as they are known' }),
    streams_done: Type.Integer(),
    events: Type.Integer({ description: 'events replayed so far' }),
    failed: Type.Optional(
      Type.Integer({
        description:
          'streams that cannot be projected, and accepted events or outcomes without their keys. Their rows stay as they are, and the log names them',
      }),
    ),
    audit: Type.Optional(CorrectedAudit),
    done: Type.Boolean(),
  }),
);

export type RebuildProgress = Static<typeof RebuildProgress>;
