import fc from 'fast-check';
import { formsOf, type Operation, type Schema } from './api-document';

const codeUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
const NASTY = [
  '',
  ' ',
  '\u0000',
  '\uffff',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '\ufeff',
  '𝟙𝟚',
  '٣',
  'İ',
  '💥'.repeat(50),
  '\r\nX-A: b',
  '../../etc/passwd',
  "' OR 1=1 --",
  '"; DROP TABLE x; --',
  '${7*7}',
  '<script>',
  '%00',
  '%',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '0x1f',
  '9'.repeat(400),
  '1'.repeat(5_000),
  'x'.repeat(70_000),
  'null',
  'undefined',
  '[object Object]',
  '2026-13-45T99:99:99Z',
  '00000000-0000-0000-0000-000000000000',
];
const anyText = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: codeUnit, maxLength: 30 }),
);
const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, 1e308, -1e308, 5e-324, 2 ** 53 + 2));
/** A marker that is replaced with a number that overflows a double. */
export const OVERFLOW = '@@overflow@@';
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, {}, [], [[]], [null], [[], []], [{}, {}], OVERFLOW, { length: 2 }, { then: 1 }),
  anyText,
  anyNumber,
  fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
  fc.dictionary(anyText, fc.oneof(anyText, anyNumber), { maxKeys: 4 }),
);

/** The existing id that a field needs. */
const ID_FOR: Record<string, string> = {
  account_id: '@@cash@@',
  tenant_id: '@@tenantId@@',
  customer_id: '@@customerId@@',
};

/** Generates values that the schema accepts. Ids are markers that `meant` replaces with existing ids. */
function wanted(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const forms = formsOf(schema);
  if (forms) return mostlyExample(schema, fc.oneof(...forms.map((form) => wanted(form, name))));
  if (schema.format === 'uuid') {
    return fc.oneof(fc.constantFrom(ID_FOR[name] ?? '@@ledgerId@@', '@@funds@@', '@@postingId@@'), fc.uuid());
  }
  if (schema.format === 'email') return fc.uuid().map((id) => `${id}@example.com`);
  if (schema.properties) {
    const required = schema.required ?? [];
    const entries = Object.entries(schema.properties);
    const properties = entries.map(([key, one]) => [key, spoilt(one, key, entries.length)] as const);
    return fc.record(Object.fromEntries(properties), { requiredKeys: required });
  }
  if (schema.items?.properties?.account_id) {
    const balanced = [
      { account_id: '@@cash@@', debit: '100' },
      { account_id: '@@funds@@', credit: '100' },
    ];
    return fc.oneof(fc.constant(balanced), fc.array(spoilt(schema.items), { maxLength: 4 }));
  }
  if (schema.items) return mostlyExample(schema, fc.array(spoilt(schema.items, name), { maxLength: 4 }));
  if (schema.type === 'object') return fc.dictionary(anyText, anyValue, { maxKeys: 4 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 200 });
  if (schema.pattern === '^[0-9]+$') return fc.constantFrom('1', '100', '100', '100', '007');
  if (name === 'account_ref') return fc.constantFrom('@@accountRef@@', '@@accountRef@@', 'no customer’s');
  if (name === 'currency') return fc.constantFrom('USD', 'USD', 'EUR', 'GBP');
  if (schema.type === 'number') return fc.integer({ min: 0, max: 100 });
  if ((schema.format ?? schema.pattern) !== undefined) return fc.constant(schema.example ?? 'text');
  return fc.oneof(fc.string({ maxLength: 20 }), fc.constant(schema.example ?? 'text'));
}

/** Mostly generates the schema's example, if it has one, because random values rarely make sense. */
const mostlyExample = (schema: Schema, other: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  schema.example === undefined
    ? other
    : fc.oneof({ weight: 4, arbitrary: fc.constant(schema.example) }, { weight: 1, arbitrary: other });

/** Mostly generates valid values, and sometimes any value. With more fields, each is invalid less often. */
const spoilt = (schema: Schema, name?: string, fields = 1): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: Math.max(9, 3 * fields), arbitrary: wanted(schema, name) }, { weight: 1, arbitrary: anyValue });

const rawBody = (schema: Schema): fc.Arbitrary<string> => {
  const json = spoilt(schema).map((value) => JSON.stringify(value) ?? '');
  return fc.oneof(
    { weight: 8, arbitrary: json },
    {
      weight: 1,
      arbitrary: fc.tuple(spoilt(schema), anyText, anyValue).map(([value, key, more]) => withMore(value, key, more)),
    },
    { weight: 1, arbitrary: fc.tuple(json, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))) },
    { weight: 1, arbitrary: anyText },
  );
};

function withMore(value: unknown, key: string, more: unknown): string {
  return JSON.stringify({ ...(value as object), [key]: more });
}

/** A request to an operation. Markers such as `@@ledgerId@@` are replaced with existing ids. */
export interface HostileRequest {
  path: Record<string, string>;
  query: [string, string][];
  body: string | undefined;
  contentType: string;
}

/** Generates requests to an operation from the API document. They are mostly valid, with some invalid parts. */
export function hostileRequest(operation: Operation): fc.Arbitrary<HostileRequest> {
  const pathText = anyText.filter((text) => text.length > 0 && text.length < 1_500 && !/^\.{1,2}$/.test(text));
  const inPath = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => {
      const meant = fc.constant(name === 'accountId' ? '@@cash@@' : `@@${name}@@`);
      return [name, fc.oneof({ weight: 8, arbitrary: meant }, fc.uuid(), pathText)] as const;
    });
  const queryNames = operation.parameters.filter((one) => one.in === 'query').map((one) => one.name);
  const queryValue = fc.oneof(
    fc.integer({ min: -2, max: 130 }).map(String),
    anyText.filter((text) => text.length < 500),
  );
  const query: fc.Arbitrary<[string, string][]> = fc.array(
    fc.tuple(fc.constantFrom(...queryNames, 'other', 'limit[]', '__proto__'), queryValue),
    {
      maxLength: 3,
    },
  );
  return fc.record({
    path: fc.record(Object.fromEntries(inPath)),
    query: fc.oneof({ weight: 3, arbitrary: fc.constant<[string, string][]>([]) }, query),
    body: operation.body ? rawBody(operation.body) : fc.constant(undefined),
    contentType: fc.oneof(
      { weight: 15, arbitrary: fc.constant('application/json') },
      fc.constantFrom(
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-16',
        ';',
        'a/b',
      ),
    ),
  });
}
