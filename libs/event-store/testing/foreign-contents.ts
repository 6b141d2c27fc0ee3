import fc from 'fast-check';
import { SEALED_FACTS } from '@probity/contracts/personal-data/sealed-facts';

/** What another program may store as an event. */
export interface ForeignContent {
  type: string;
  data: Buffer;
  metadata: Buffer | undefined;
}

const FACTS = [...SEALED_FACTS.values()].map(({ fact }) => fact);
const TYPES = ['CommitChained', 'TransactionPosted', 'EventKeyCreated', 'StreamsTakenOver', '$>', '__proto__', ''];

const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
const json = fc.oneof(fc.jsonValue(), fc.constant({ toString: 1, valueOf: 1 }), fc.constant({ length: -1 }));
const jsonBytes = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> =>
  value.map((one) => Buffer.from(JSON.stringify(one)));
const nested = fc
  .tuple(fc.constantFrom('[]', '{"a":}'), fc.integer({ min: 1, max: 9_000 }))
  .map(([form, depth]) =>
    Buffer.from(form.slice(0, -1).repeat(depth) + (form === '[]' ? '' : '1') + form.at(-1)!.repeat(depth)),
  );

/** Data of one of Probity's facts, of which some fields have anything. */
const likeFacts = fc
  .tuple(fc.constantFrom(...FACTS), fc.dictionary(fc.string(), json), fc.array(json, { maxLength: 30 }))
  .map(([{ type, example }, more, values]) => {
    const changed = Object.entries(example).map(([name, value], n) => [name, n < values.length ? values[n] : value]);
    return { type, data: Buffer.from(JSON.stringify({ ...more, ...Object.fromEntries(changed) })) };
  });
const others = fc.record({
  type: fc.oneof(fc.string(), fc.constantFrom(...TYPES, ...FACTS.map(({ type }) => type))),
  data: fc.oneof(bytes, jsonBytes(json), nested, fc.constantFrom(Buffer.from(''), Buffer.from('{"a":1,"a":2}'))),
});
const metadata = fc.oneof(
  fc.constant(undefined),
  bytes,
  jsonBytes(json),
  jsonBytes(
    fc.record({ id: fc.oneof(fc.uuid(), json), mac: json, mac_key: json, traceparent: json }, { requiredKeys: [] }),
  ),
);

/** Random bytes, random JSON, and what is almost an event of Probity. */
export const foreignContent: fc.Arbitrary<ForeignContent> = fc
  .tuple(fc.oneof(likeFacts, others), metadata)
  .map(([content, of]) => ({ ...content, metadata: of }));

/** As a text column of Postgres takes it. */
export const asText = (stored: Buffer): string => stored.toString('utf8').replaceAll('\0', ' ');
