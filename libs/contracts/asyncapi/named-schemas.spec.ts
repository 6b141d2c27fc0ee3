import { inPlace, NamedSchemas } from './named-schemas';

const NULL = { type: 'null' };

describe('schemas by name', () => {
  it('names objects and choices after their location, unless they have a title', () => {
    const named = new NamedSchemas();
    const schema = {
      type: 'object',
      properties: {
        id: { type: 'string' },
        home_address: { type: 'object', properties: {} },
        tags: { type: 'array', items: { enum: ['a', 'b'] } },
        owner: { title: 'Party', type: 'object', properties: {} },
        broken: { anyOf: [{ type: 'object', properties: {} }, NULL] },
      },
    };
    expect(named.refer(schema, 'Customer')).toEqual({ $ref: '#/components/schemas/Customer' });
    expect(Object.keys(named.schemas).sort()).toEqual([
      'Customer',
      'CustomerBroken',
      'CustomerBrokenValue',
      'CustomerHomeAddress',
      'CustomerTagsItem',
      'Party',
    ]);
    expect(named.schemas.Customer!.properties).toEqual({
      id: { type: 'string' },
      home_address: { $ref: '#/components/schemas/CustomerHomeAddress' },
      tags: { type: 'array', items: { $ref: '#/components/schemas/CustomerTagsItem' } },
      owner: { $ref: '#/components/schemas/Party' },
      broken: { $ref: '#/components/schemas/CustomerBroken' },
    });
  });

  it('accepts the same schema twice under one title, and rejects another', () => {
    const named = new NamedSchemas();
    const party = { title: 'Party', type: 'object', properties: { name: { type: 'string' } } };
    expect(named.refer(party, 'Owner')).toEqual(named.refer({ ...party }, 'Director'));
    expect(() => named.refer({ ...party, properties: {} }, 'Owner')).toThrow(
      'two different schemas have the title Party',
    );
  });

  it('can replace their references', () => {
    const named = new NamedSchemas();
    const party = { title: 'Party', type: 'object', properties: { kind: { title: 'Kind', enum: ['a'] } } };
    const reference = named.refer(party, 'Owner');
    expect(inPlace({ owners: [reference] }, named.schemas)).toEqual({ owners: [party] });
  });
});
