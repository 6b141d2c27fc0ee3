import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';

export const DifferingObject = view(
  'DifferingObject',
  Type.Object({
    problem: Type.Enum(['changed', 'missing', 'unexplained']),
    stream: Type.String({
      description:
        'of the events of the object, also if it has none. For an accepted event, followed by "event" and its id',
    }),
    fields: Type.Array(Type.String(), { description: 'columns of changed rows that differ' }),
  }),
);

export const DifferingTable = view(
  'DifferingTable',
  Type.Object({
    table: Type.String({ description: 'with its schema' }),
    changed: Type.Integer({ description: 'rows that differ from what the events say' }),
    missing: Type.Integer({ description: 'rows that events say, and the table lacks' }),
    unexplained: Type.Integer({ description: 'rows that no event explains' }),
    first: Type.Array(DifferingObject, { description: 'some of the objects with such rows' }),
  }),
);

/** How far a comparison of the read side with the events is, and what it has found. */
export const ReadSideVerification = view(
  'ReadSideVerification',
  Type.Object({
    kind: Type.Optional(Type.String({ description: 'of the objects that are being compared, such as "customers"' })),
    streams: Type.Integer({ description: 'objects compared so far' }),
    events: Type.Integer({ description: 'events read so far' }),
    differences: Type.Integer({ description: 'rows that differ from the events, are missing, or have no event' }),
    erased: Type.Integer({
      description: 'objects with erased personal data, of which only the presence is compared',
    }),
    unprojected: Type.Integer({ description: 'streams that cannot be projected, and so cannot be compared' }),
    first_unprojected: Type.Array(Type.String(), { description: 'some of these streams' }),
    tables: Type.Array(DifferingTable, { description: 'tables with differences; complete in the last line' }),
    verified: Type.Boolean({ description: 'whether nothing of this was found so far' }),
    done: Type.Boolean(),
  }),
);

export type DifferingTable = Static<typeof DifferingTable>;
export type ReadSideVerification = Static<typeof ReadSideVerification>;
