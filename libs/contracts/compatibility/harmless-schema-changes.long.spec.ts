import Ajv from 'ajv';
import fc from 'fast-check';
import type { JsonSchema } from '../asyncapi/json-schema';
import { breakingSchemaChanges } from './breaking-schema-changes';

describe('any change of a schema that counts as harmless', () => {
  const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
    fc.constantFrom<JsonSchema>(
      {},
      { type: 'null' },
      { type: 'boolean' },
      { type: 'string' },
      { type: 'string', pattern: '^a' },
      { const: 'a' },
      { const: 1 },
    ),
    fc.record(
      { type: fc.constantFrom('integer', 'number'), minimum: fc.integer({ min: 0, max: 2 }) },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constant('string'), maxLength: fc.integer({ min: 0, max: 2 }) }, { requiredKeys: ['type'] }),
    fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'b', 1, null), { minLength: 1 }) }),
  );
  const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.record(
        { type: fc.constant('array'), items: tie('schema'), maxItems: fc.constantFrom(1, 2) },
        { requiredKeys: ['type', 'items'] },
      ),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc
        .record({
          properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { noNullPrototype: true }),
          open: fc.boolean(),
        })
        .chain(({ properties, open }) =>
          fc.subarray(Object.keys(properties)).map((required) => ({
            type: 'object',
            properties,
            required,
            ...(open ? {} : { additionalProperties: false }),
          })),
        ),
    ),
  }));

  /** Values, most of them close to the values that these schemas allow. */
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('a', 'b', 'abc', '', 0, 1, 3, 0.5, null, true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { noNullPrototype: true }),
    ),
  }));

  /** A schema and one that differs slightly from it. */
  const pair = fc.oneof(
    fc.tuple(schema, schema),
    schema.chain((published) => fc.tuple(fc.constant(published), variation(published))),
  );

  function variation(published: JsonSchema): fc.Arbitrary<JsonSchema> {
    const { properties, items, anyOf } = published as Record<string, any>;
    const inner: fc.Arbitrary<JsonSchema>[] = [
      schema,
      fc.constant({ ...published, minItems: 1, minLength: 1, minimum: 1 }),
      fc.constant({ anyOf: [published, { type: 'null' }] }),
    ];
    if (items) inner.push(variation(items).map((changed) => ({ ...published, items: changed })));
    if (anyOf)
      inner.push(
        fc.shuffledSubarray(anyOf as JsonSchema[], { minLength: 1 }).map((some) => ({ ...published, anyOf: some })),
      );
    if (properties?.a) {
      inner.push(variation(properties.a).map((a) => ({ ...published, properties: { ...properties, a } })));
      inner.push(fc.constant({ ...published, required: ['a'] }));
    }
    return fc.oneof(...inner);
  }

  it('accepts every message that its writer may write', () => {
    let compared = 0;
    const ajv = new Ajv({ strict: false }); // one, because each compiles the schema of schemas first
    fc.assert(
      fc.property(pair, fc.array(value, { minLength: 20, maxLength: 40 }), ([published, current], messages) => {
        for (const direction of ['received', 'sent'] as const) {
          if (breakingSchemaChanges(published, current, direction, 'it').length > 0) continue;
          const [writer, reader] = direction === 'received' ? [published, current] : [current, published];
          const [write, read] = [ajv.compile(closed(writer)), ajv.compile(reader)];
          for (const message of messages.filter((one) => write(one))) {
            compared++;
            expect({ direction, message, read: read(message) }).toEqual({ direction, message, read: true });
          }
        }
      }),
      { numRuns: 900 },
    );
    expect(compared).toBeGreaterThan(100); // usually 750 to 1,500
  });

  /** A writer writes described properties only; readers ignore others. */
  function closed(open: any): any {
    if (Array.isArray(open)) return open.map(closed);
    if (typeof open !== 'object' || open === null) return open;
    const inner = Object.fromEntries(Object.entries(open).map(([name, child]) => [name, closed(child)]));
    return open.type === 'object' && open.properties ? { ...inner, additionalProperties: false } : inner;
  }
});
