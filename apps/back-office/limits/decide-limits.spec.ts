import { DEFAULT_LIMITS, LIMIT_NAMES, LIMITS } from '@probity/contracts/limits/limits';
import { decideLimits, limitNotes } from './decide-limits';

describe('the table of limits', () => {
  it.each(LIMIT_NAMES)('has a default of %s within its bounds', (name) => {
    const { default: value, minimum, maximum } = LIMITS[name];
    expect(value).toBeGreaterThanOrEqual(minimum);
    expect(value).toBeLessThanOrEqual(maximum);
  });

  it.each(LIMIT_NAMES.filter((name) => name.includes('request')))('cannot stop all requests with %s', (name) => {
    expect(LIMITS[name].minimum).toBe(1);
  });
});

describe('a change of limits', () => {
  it('keeps the other limits, and removes what has its default again', () => {
    const before = { ledgers: 5, accounts: 7 };
    expect(decideLimits(before, { accounts: null, requests_per_second: 20 })).toEqual({
      set: { ledgers: 5, requests_per_second: 20 },
    });
    expect(decideLimits(before, { ledgers: DEFAULT_LIMITS.ledgers })).toEqual({ set: { accounts: 7 } });
  });

  it.each([
    [{ requests_per_second: 0 }, /^requests_per_second must be a whole number of requests per second from 1 to /],
    [{ ledgers: -1 }, /^ledgers must be/],
    [{ ledgers: 1.5 }, /^ledgers must be/],
    [{ ledgers: '5' }, /^ledgers must be/],
    [{ body_bytes: 2_000_000 }, /^body_bytes must be .* to 1048576/],
    [{ ledger: 5 }, /^ledger is not a limit; the limits are requests_per_second/],
    [{ ['x'.repeat(100)]: 5 }, /^x{60}… is not a limit/],
    [JSON.parse('{"__proto__": 5}') as object, /^__proto__ is not a limit/],
  ])('is rejected: %j', (change, problem) => {
    expect(decideLimits({}, change as Record<string, unknown>)).toEqual({ problems: [expect.stringMatching(problem)] });
  });
});

describe('the notes on a change', () => {
  it('say that a tenant cannot add more', () => {
    expect(limitNotes({}, { ledgers: 12 }, { ledgers: 12 })).toEqual([
      'ledgers is 12, and the tenant has 12. They stay, but the tenant cannot add more.',
    ]);
  });

  it('ask about values that are far below the default', () => {
    expect(limitNotes({}, { key_requests_per_second: 9 }, {})).toEqual([
      'key_requests_per_second is 9, less than 1 % of the default 1000. Check that this is not a typing error: it can ' +
        'stop the tenant from working.',
    ]);
  });

  it('name limits of keys that have no effect', () => {
    expect(limitNotes({}, { requests_per_second: 500 }, {})).toEqual([
      'key_requests_per_second is 1000, but requests_per_second is 500: one key cannot reach its own limit.',
    ]);
  });

  it('are not repeated for limits that did not change', () => {
    expect(limitNotes({ ledgers: 1 }, { ledgers: 1, accounts: 900_000 }, { ledgers: 5 })).toEqual([]);
  });
});
