import fc from 'fast-check';

/** A node of a rule as JSON. */
type Node = fc.Arbitrary<unknown>;

const field = (...names: string[]): Node => fc.constantFrom(...names).map((name) => ({ field: name }));
const free = (type: string, ...names: string[]): Node =>
  fc.constantFrom(...names).map((name) => ({ field: name, type }));
const call = (names: string[], ...operands: Node[]): Node =>
  fc.tuple(fc.constantFrom(...names), ...operands).map(([name, ...items]) => ({ [name]: items }));
const applied = (name: string, operand: Node): Node => operand.map((item) => ({ [name]: item }));
const weighted = (...arms: [number, Node][]): Node =>
  fc.oneof(...arms.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const DURATIONS = ['1s', '30m', '24h', '24h', '7d', '30d', '90d', '366d'];
const duration = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...DURATIONS) },
  { weight: 1, arbitrary: fc.constantFrom('367d', '0s', '-1h', '1y') },
);

/** Ordinary patterns, patterns that take long to match or to compile, and invalid ones. */
const pattern = weighted(
  [4, fc.constantFrom('.*refund.*', '[A-Z]{2}\\d{4}', 'a*b', '\\w+', '.{0,50}x')],
  [1, fc.constantFrom('.*[a-m].{189}[n-z].*0', '\\w{199}b', `${'a*'.repeat(199)}b`, `[${'\\w'.repeat(400)}]`)],
  [2, fc.nat(999).map((n) => `${'[\\w\\s]?'.repeat(90)}é${n}`)],
  [2, fc.string({ unit: fc.constantFrom(...'ab.*+?[]{}\\dws0-9,^'), maxLength: 40 })],
);
const words = weighted(
  [8, fc.constantFrom('a', 'cash', 'refund', 'DE', 'account-1', 'é')],
  [1, fc.constantFrom('a'.repeat(1_000), 'ﬃ', '\u0000', 'İ'.repeat(500))],
);
const amounts = weighted(
  [8, fc.constantFrom(0, 1, 2, 3, 5, 100, 10_000, 0.5, -1)],
  [1, fc.constantFrom('99999999999999999999.99999999', '0.00000001').map((decimal) => ({ decimal }))],
  [1, fc.constantFrom(1e21, Number.MAX_SAFE_INTEGER, 'a')],
);

/** The conditions about each activity in the `where` of an aggregate. `readsEvent`: computed anew for each event. */
const filter = (readsEvent: boolean): Node =>
  fc.letrec((tie) => {
    const of = readsEvent ? ['activity', 'transaction'] : ['activity'];
    const named = (...names: string[]): Node => field(...of.flatMap((part) => names.map((name) => `${part}.${name}`)));
    const text = named('channel', 'counterparty', 'account_ref', 'method', 'currency');
    return {
      text: weighted([8, text], [2, words], [1, applied('lower', text)]),
      number: weighted(
        [6, named('amount')],
        [4, amounts],
        [1, call(['add', 'subtract', 'multiply', 'divide'], tie('number'), tie('number'))],
      ),
      condition: weighted(
        [6, call(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'], tie('number'), tie('number'))],
        [4, call(['eq', 'ne', 'contains', 'starts_with'], tie('text'), tie('text'))],
        [1, call(['matches'], text, pattern)],
        [1, call(['older_than', 'younger_than'], named('at'), duration)],
        [1, call(['country_in'], named('counterparty_country'), fc.constantFrom('high_risk', ['call_for_action']))],
        [2, applied('and', fc.array(tie('condition'), { minLength: 1, maxLength: 4 }))],
        [1, applied('not', tie('condition'))],
      ),
    };
  }).condition;

const aggregate = fc
  .record({
    subject: fc.constantFrom(
      ['count'],
      ['sum', 'amount'],
      ['max', 'amount'],
      ['avg', 'amount'],
      ['distinct', 'counterparty'],
    ),
    window: duration,
    offset: fc.option(duration, { freq: 8, nil: undefined }),
    where: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 4, arbitrary: filter(false) },
      { weight: 3, arbitrary: filter(true) },
    ),
  })
  .map(({ subject: [name, of], window, offset, where }) => ({
    aggregate: name,
    ...(of && { of }),
    window,
    ...(offset && { offset }),
    ...(where === undefined ? {} : { where }),
  }));

const condition = fc.letrec((tie) => {
  const list = weighted(
    [2, field('customer.tags', 'customer.account_refs')],
    [2, free('texts', 'transaction.payload.list', 'customer.metadata.list')],
    [1, fc.array(words, { minLength: 1, maxLength: 5 })],
    [1, fc.constant(Array.from({ length: 1_000 }, (_none, n) => `word ${n}`))],
  );
  const date = weighted(
    [4, field('transaction.at', 'customer.created_at', 'customer.date_of_birth', 'profile.last_activity_at')],
    [1, free('date', 'transaction.payload.date')],
    [1, fc.constantFrom('2026-01-31', '0000-00-00').map((day) => ({ date: day }))],
  );
  return {
    text: weighted(
      [6, field('transaction.description', 'transaction.counterparty', 'transaction.method', 'customer.full_name')],
      [3, free('text', 'transaction.payload.note', 'transaction.payload.part', 'transaction.payload.deep.a.b.c')],
      [3, words],
      [1, applied('lower', tie('text'))],
      [1, call(['coalesce'], tie('text'), words)],
    ),
    number: weighted(
      [5, field('transaction.amount', 'transaction.original_amount', 'profile.transaction_count')],
      [5, amounts],
      [6, aggregate],
      [1, free('number', 'transaction.payload.digits', 'transaction.payload.note')],
      [1, call(['add', 'subtract', 'multiply', 'divide'], tie('number'), tie('number'))],
      [1, applied('abs', tie('number'))],
      [1, applied('size', list)],
      [1, fc.constantFrom('days_since', 'years_since', 'hour_of_day').chain((name) => applied(name, date))],
    ),
    condition: weighted(
      [8, call(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'multiple_of'], tie('number'), tie('number'))],
      [1, call(['between'], tie('number'), tie('number'), tie('number'))],
      [4, call(['eq', 'ne', 'contains', 'starts_with', 'ends_with'], tie('text'), tie('text'))],
      [2, call(['matches'], tie('text'), pattern)],
      [2, call(['in'], tie('text'), list)],
      [1, call(['contains_any', 'contains_all'], list, list)],
      [1, call(['before', 'after'], date, date)],
      [1, call(['older_than', 'younger_than'], date, duration)],
      [1, call(['country_in'], field('transaction.counterparty_country'), fc.constantFrom('high_risk', 'no list'))],
      [1, applied('is_null', tie('text'))],
      [3, applied('and', fc.array(tie('condition'), { minLength: 1, maxLength: 6 }))],
      [3, applied('or', fc.array(tie('condition'), { minLength: 1, maxLength: 6 }))],
      [1, applied('not', tie('condition'))],
      [1, fc.jsonValue()],
    ),
  };
}).condition;

/** Nothing but work: aggregates, or matches of the same long text, none of which decides before the others. */
const hostile = fc.oneof(
  fc.tuple(fc.integer({ min: 2, max: 18 }), aggregate).map(([count, node]) => ({
    or: Array.from({ length: count }, (_none, n) => ({ lt: [{ ...node, window: `${1_000 + n}h` }, -1] })),
  })),
  fc.tuple(fc.integer({ min: 2, max: 18 }), filter(true)).map(([count, where]) => ({
    or: Array.from({ length: count }, (_none, n) => ({
      lt: [{ aggregate: 'count', window: `${24 + n}h`, where: { and: [where, where] } }, 0],
    })),
  })),
  fc.tuple(fc.integer({ min: 2, max: 60 }), pattern).map(([count, written]) => ({
    or: Array.from({ length: count }, () => ({
      matches: [{ field: 'transaction.payload.note', type: 'text' }, written],
    })),
  })),
);

/** The conditions of random rules: most are ordinary, some are invalid, some are made to take long. */
export const randomCondition: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: condition },
  { weight: 2, arbitrary: hostile },
);
