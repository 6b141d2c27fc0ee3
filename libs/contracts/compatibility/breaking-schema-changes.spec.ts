import Type, { type TSchema } from 'typebox';
import { plainSchema } from '../asyncapi/json-schema';
import type { Direction } from '../asyncapi/topic-contracts';
import { breakingSchemaChanges } from './breaking-schema-changes';

const changes = (published: TSchema, current: TSchema, direction: Direction): string[] =>
  breakingSchemaChanges(plainSchema(published), plainSchema(current), direction, 'it');

const one = (field: TSchema) => Type.Object({ field });
const optional = (field: TSchema) => Type.Object({ field: Type.Optional(field) });
const text = Type.String();
const number = Type.Integer();
const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);

type Row = [
  change: string,
  published: TSchema,
  current: TSchema,
  received: RegExp | 'harmless',
  sent: RegExp | 'harmless',
];

const ROWS: Row[] = [
  ['nothing', one(text), one(text), 'harmless', 'harmless'],
  ['words', one(text), one(Type.String({ description: 'more', examples: ['x'] })), 'harmless', 'harmless'],

  ['an optional property added', Type.Object({}), optional(text), 'harmless', 'harmless'],
  ['a required property added', Type.Object({}), one(text), /it\.field: is now required/, 'harmless'],
  ['a property removed', one(text), Type.Object({}), /it\.field: removed/, /it\.field: removed/],
  ['an optional property removed', optional(text), Type.Object({}), /it\.field: removed/, /it\.field: removed/],
  ['a property made required', optional(text), one(text), /it\.field: is now required/, 'harmless'],
  ['a property made optional', one(text), optional(text), 'harmless', /it\.field: is no longer always there/],

  ['a type changed', one(text), one(number), /it\.field: type changed from string to integer/, /string to integer/],
  ['a type widened', one(Type.Integer()), one(Type.Number()), 'harmless', /integer to number/],
  ['a type narrowed', one(Type.Number()), one(Type.Integer()), /number to integer/, 'harmless'],
  ['a type removed', one(text), one(Type.Unknown()), 'harmless', /type changed from string to any/],
  ['a type required', one(Type.Unknown()), one(text), /type changed from any to string/, 'harmless'],

  ['null allowed', one(text), one(nullable(text)), 'harmless', /it\.field: \{"type":"null"\} added/],
  ['null no longer allowed', one(nullable(text)), one(text), /it\.field: \{"type":"null"\} removed/, 'harmless'],
  ['the order of a union', one(nullable(text)), one(Type.Union([Type.Null(), text])), 'harmless', 'harmless'],
  [
    'a union written as a list of types',
    one(nullable(text)),
    one(Type.Unsafe({ type: ['string', 'null'] })),
    'harmless',
    'harmless',
  ],
  [
    'a rule inside a union',
    one(nullable(text)),
    one(nullable(Type.String({ maxLength: 3 }))),
    /it\.field: maxLength changed from none to 3/,
    'harmless',
  ],

  ['a value added', one(Type.Enum(['a'])), one(Type.Enum(['a', 'b'])), 'harmless', /it\.field: value "b" added/],
  ['a value removed', one(Type.Enum(['a', 'b'])), one(Type.Enum(['a'])), /it\.field: value "b" removed/, 'harmless'],
  [
    'a type of event added to the types of an endpoint, which the institution requested',
    Type.Object({ event_types: Type.Array(Type.Enum(['a'])) }),
    Type.Object({ event_types: Type.Array(Type.Enum(['a', 'b'])) }),
    'harmless',
    'harmless',
  ],
  [
    'types of events opened',
    Type.Object({ event_types: Type.Array(Type.Enum(['a'])) }),
    Type.Object({ event_types: Type.Array(text) }),
    'harmless',
    /it\.event_types\[\]: values changed from "a" to any/,
  ],
  ['a constant changed', one(Type.Literal(1)), one(Type.Literal(2)), /value 1 removed/, /value 2 added/],
  ['values opened', one(Type.Enum(['a'])), one(text), 'harmless', /values changed from "a" to any/],
  ['values fixed', one(text), one(Type.Enum(['a'])), /values changed from any to "a"/, 'harmless'],
  [
    'a value written as a pattern that fits it',
    one(Type.Literal('a')),
    one(Type.String({ pattern: '^[a-z]$' })),
    'harmless',
    /values changed from "a" to any/,
  ],

  ['a pattern added', one(text), one(Type.String({ pattern: '^a' })), /pattern changed from none to "\^a"/, 'harmless'],
  [
    'a pattern removed',
    one(Type.String({ pattern: '^a' })),
    one(text),
    'harmless',
    /pattern changed from "\^a" to none/,
  ],
  [
    'a pattern changed',
    one(Type.String({ pattern: '^a' })),
    one(Type.String({ pattern: '^b' })),
    /pattern changed/,
    /pattern changed/,
  ],
  [
    'a format changed',
    one(Type.String({ format: 'date' })),
    one(Type.String({ format: 'date-time' })),
    /format changed from "date" to "date-time"/,
    /format changed from "date" to "date-time"/,
  ],
  ['a format added', one(text), one(Type.String({ format: 'uuid' })), /format changed from none/, 'harmless'],
  [
    'a minimum raised',
    one(Type.Integer({ minimum: 0 })),
    one(Type.Integer({ minimum: 1 })),
    /minimum changed from 0 to 1/,
    'harmless',
  ],
  [
    'a maximum raised',
    one(Type.Integer({ maximum: 18 })),
    one(Type.Integer({ maximum: 20 })),
    'harmless',
    /maximum changed from 18 to 20/,
  ],
  ['a useless limit', one(text), one(Type.String({ minLength: 0 })), 'harmless', 'harmless'],
  [
    'fewer items required',
    Type.Array(text, { minItems: 2 }),
    Type.Array(text, { minItems: 1 }),
    'harmless',
    /it: minItems changed from 2 to 1/,
  ],
  [
    'repetitions no longer allowed',
    Type.Array(text),
    Type.Array(text, { uniqueItems: true }),
    /uniqueItems changed/,
    'harmless',
  ],

  [
    'a property of an item',
    Type.Object({ list: Type.Array(optional(text)) }),
    Type.Object({ list: Type.Array(one(text)) }),
    /it\.list\[\]\.field: is now required/,
    'harmless',
  ],
  ['the items of a list', Type.Array(text), Type.Array(number), /it\[\]: type changed/, /it\[\]: type changed/],
  [
    'the values of a record',
    Type.Record(Type.String(), text),
    Type.Record(Type.String(), number),
    /it\[\^\.\*\$\]: type changed from string to integer/,
    /type changed/,
  ],
  [
    'the values of a record left open',
    Type.Record(Type.String(), text),
    Type.Record(Type.String(), Type.Unknown()),
    'harmless',
    /type changed from string to any/,
  ],
  [
    'a property described where any was allowed',
    Type.Record(Type.String(), Type.Unknown()),
    Type.Object({ field: Type.Optional(text) }, { patternProperties: { '^.*$': {} } }),
    /it\.field: type changed from any to string/,
    'harmless',
  ],
  [
    'an object closed',
    Type.Object({}),
    Type.Object({}, { additionalProperties: false }),
    /additionalProperties changed from none to false/,
    'harmless',
  ],
  [
    'an object opened',
    Type.Object({}, { additionalProperties: false }),
    Type.Object({}),
    'harmless',
    /additionalProperties changed from false to none/,
  ],
  [
    'a property added to a closed object',
    Type.Object({}, { additionalProperties: false }),
    Type.Object({ field: Type.Optional(text) }, { additionalProperties: false }),
    'harmless',
    /field added/,
  ],
  [
    'the values of other properties',
    Type.Object({}, { additionalProperties: text }),
    Type.Object({}, { additionalProperties: number }),
    /it\[\*\]: type changed/,
    /it\[\*\]: type changed/,
  ],
  [
    'a rule that is not known here',
    one(text),
    one(Type.Unsafe({ type: 'string', not: { const: 'a' } })),
    /it\.field: not changed; the effect cannot be judged/,
    /cannot be judged/,
  ],
];

describe('a change of a schema', () => {
  it.each(ROWS)('%s', (_change, published, current, received, sent) => {
    for (const [direction, expected] of [
      ['received', received],
      ['sent', sent],
    ] as const) {
      const found = changes(published, current, direction);
      if (expected === 'harmless') expect({ direction, found }).toEqual({ direction, found: [] });
      else expect({ direction, found }).toEqual({ direction, found: [expect.stringMatching(expected)] });
    }
  });

  it('may add a schema to entries that the institution gave, and to nothing else', () => {
    const [before, now] = [['a'], ['a', 'b']].map((values) => plainSchema(Type.Enum(values)));
    const sentAt = (at: string) => breakingSchemaChanges(before!, now!, 'sent', at);
    const own = 'GET /api/v1/tenants/{slug}/watchlist-entries';
    expect(sentAt('platform.command.reply.v1 pipeline.add-watchlist-entries.reply payload[].schema')).toEqual([]);
    expect(sentAt(`${own} 200.data[].schema`)).toEqual([]);
    expect(sentAt(`${own}/{entryId} 200.data.schema`)).toEqual([]);
    expect(sentAt('pipeline.watchlist.event.v1 payload.schema')).toHaveLength(1);
    expect(sentAt('GET /api/v1/tenants/{slug}/customers 200.data[].schema')).toHaveLength(1);
  });

  it('states the effect in the message', () => {
    expect(changes(one(text), one(number), 'received')[0]).toMatch(/; it rejects values that were valid$/);
    expect(changes(one(text), one(number), 'sent')[0]).toMatch(/; it sends values that were excluded$/);
  });
});
