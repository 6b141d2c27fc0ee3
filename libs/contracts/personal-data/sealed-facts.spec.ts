import SchemaCheck from 'typebox/schema';
import { TOPICS } from '../every-topic';
import { FACTS, PUBLISHED_STREAMS } from '../facts';
import { DAY_MS, RETIRED_TOPICS } from '../topics';
import { ERASED, joined, separate } from './redact';
import { SEALED_FACTS, SEALED_FIELD, SEALED_PREFIXES } from './sealed-facts';

const NAMES = ['Amira', 'Haddad', 'amira.haddad@example.com'];

describe('facts with personal data', () => {
  it('are those about customers, files, reports, signals of providers, and the examples of backtests', () => {
    expect(SEALED_PREFIXES).toEqual([
      'customer-',
      'alert-',
      'case-',
      'file-',
      'report-',
      'backtest-',
      'provider-signal-',
    ]);
  });

  it.each([...SEALED_FACTS.values()].map((sealed) => [sealed.fact.name, sealed] as const))(
    '%s stays valid without its personal data, and names no person',
    (_name, { fact, subjectField }) => {
      const whole = { examples: [], content: 'JVBERi0=', ...fact.example } as Record<string, unknown>;
      const { rest, personal } = separate(fact.data, whole);
      expect(SchemaCheck.Check(fact.data, rest)).toBe(true);
      expect((rest as typeof whole)[subjectField]).toBe(whole[subjectField]);
      expect(NAMES.filter((name) => JSON.stringify(rest).includes(name))).toEqual([]);
      expect(joined({ rest, personal: JSON.parse(JSON.stringify(personal)) })).toEqual(whole);
      expect(separate(fact.data, rest).rest).toEqual(rest);
    },
  );

  it('keep what no person can be recognised by', () => {
    const { fact } = SEALED_FACTS.get('CustomerCreated')!;
    const { rest } = separate(fact.data, fact.example);
    expect(rest).toMatchObject({
      profile: { email: ERASED, customer_type: 'individual', account_refs: [] },
      kyc_status: expect.any(String),
    });
    expect(rest).not.toHaveProperty('profile.full_name');
  });

  it('return values of any form as they were', () => {
    const { fact } = SEALED_FACTS.get('AlertRaised')!;
    const hostile = JSON.parse(
      '{"__proto__": {"a": 1}, "constructor": [], "n": null, "list": [null, {}, [1]]}',
    ) as object;
    for (const metadata of [hostile, {}, { a: { b: [hostile] } }]) {
      const data = { ...fact.example, metadata };
      const { rest, personal } = separate(fact.data, data);
      const opened = joined({ rest, personal: JSON.parse(JSON.stringify(personal)) }) as typeof data;
      expect(JSON.stringify(opened.metadata)).toBe(JSON.stringify(metadata));
    }
  });

  it('are on topics with a bounded retention, and the other facts on topics that keep everything', () => {
    for (const fact of FACTS) {
      const { name, retentionMs, holdsPersonalData } = TOPICS.find((topic) => topic.name === fact.streams.topic)!;
      const isPersonal = SEALED_PREFIXES.includes(fact.streams.prefix);
      const expected = isPersonal ? { retentionMs: 30 * DAY_MS, holdsPersonalData: true } : { retentionMs: -1 };
      expect({ name, retentionMs, holdsPersonalData }).toEqual({ name, ...expected });
    }
  });

  it('leave no message without an end of its retention, except facts without personal data', () => {
    const forEver = TOPICS.filter(({ retentionMs }) => retentionMs < 0);
    expect(forEver.filter(({ kind, holdsPersonalData }) => kind !== 'event' || holdsPersonalData)).toEqual([]);
  });

  it('continue retired topics, with the followers of these', () => {
    for (const { name, successor } of RETIRED_TOPICS) {
      expect(TOPICS.map((topic) => topic.name)).not.toContain(name);
      expect(PUBLISHED_STREAMS.find(({ topic }) => topic === successor)).toMatchObject({ followedAs: name });
    }
    const names = PUBLISHED_STREAMS.map(({ followedAs }) => followedAs);
    // A changed name would publish every fact again, and send every webhook again.
    expect(names.filter((name) => !name.endsWith('.event.v1'))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('have types that no other fact has, and no field with the name of the sealed one', () => {
    for (const type of SEALED_FACTS.keys()) expect(FACTS.filter((fact) => fact.type === type)).toHaveLength(1);
    for (const fact of FACTS) expect(fact.data).not.toHaveProperty(`properties.${SEALED_FIELD}`);
  });
});
