import Type from 'typebox';
import { fieldRows } from './field-rows';
import { plainSchema } from './json-schema';

describe('the fields of a schema', () => {
  it('are listed with their paths, types and presence', () => {
    const schema = Type.Object({
      id: Type.String({ format: 'uuid', description: 'whose' }),
      state: Type.Optional(Type.Enum(['open', 'closed'])),
      lines: Type.Array(Type.Object({ amount: Type.String({ pattern: '^[0-9]+$' }) }), { minItems: 2 }),
      broken: Type.Union([Type.Object({ at: Type.Integer({ minimum: 1 }) }), Type.Null()]),
      version: Type.Literal(1),
      anything: Type.Unknown(),
      tags: Type.Array(Type.String()),
    });
    expect(fieldRows(plainSchema(schema)).map(Object.values)).toEqual([
      ['id', true, 'text, uuid', 'whose'],
      ['state', false, '"open", "closed"', ''],
      ['lines', true, 'list of object, items: at least 2', ''],
      ['lines[].amount', true, 'text, ^[0-9]+$', ''],
      ['broken', true, 'object or null', ''],
      ['broken.at', true, 'integer, at least 1', ''],
      ['version', true, '1', ''],
      ['anything', true, 'anything', ''],
      ['tags', true, 'list of text', ''],
    ]);
  });
});
