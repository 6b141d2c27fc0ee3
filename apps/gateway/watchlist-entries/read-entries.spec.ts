import { Refusal } from '@probity/platform/errors';
import { MAX_ENTRIES, readEntries } from './read-entries';

const ENTRY = { schema: 'Person', names: ['Ivan Petrov'] };

function refusal(body: unknown): Refusal {
  try {
    readEntries(body);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('the body was not rejected');
}

describe('reading watchlist entries', () => {
  it('accepts one entry, and reports that the body was not a list', () => {
    const { entries, many } = readEntries({ ...ENTRY, id: 'x1', remarks: null });
    expect(many).toBe(false);
    expect(entries).toEqual([expect.objectContaining({ id: 'x1', schema: 'Person', topics: ['sanction'] })]);
  });

  it.each([
    ['a list', [ENTRY, { ...ENTRY, names: ['Anna Petrova'] }]],
    ['entries', { entries: [ENTRY, { ...ENTRY, names: ['Anna Petrova'] }] }],
  ])('accepts %s, in order, each with an id', (_what, body) => {
    const { entries, many } = readEntries(body);
    expect(many).toBe(true);
    expect(entries.map(({ names }) => names[0]!.name)).toEqual(['Ivan Petrov', 'Anna Petrova']);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(2);
  });

  it.each([
    ['null', null, /an entry or a list of entries/],
    ['a text', 'x', /an entry or a list of entries/],
    ['an empty list', [], /1 to 500/],
    ['too many', Array<object>(MAX_ENTRIES + 1).fill(ENTRY), /1 to 500 entries; this one has 501/],
    ['entries that are not a list', { entries: ENTRY }, /^entries must be a list/],
    ['a field beside entries', { entries: [ENTRY], list: 'ofac' }, /^list is not a known field/],
    ['an entry without a name', { schema: 'Person' }, /names is required/],
    ['a bad entry in a list', [ENTRY, { schema: 'Person' }], /^\[1\]\.names is required/],
    ['a bad entry in entries', { entries: [ENTRY, { ...ENTRY, countries: ['XX'] }] }, /^entries\[1\]\.countries\[0\]/],
    ['a value that is not an entry', { entries: [5] }, /^entries\[0\]: the entry must be a JSON object/],
  ])('rejects %s', (_what, body, says) => {
    expect(refusal(body)).toMatchObject({ kind: 'invalid', message: expect.stringMatching(says) });
  });

  it('names at most twenty problems', () => {
    const { message } = refusal(Array<object>(MAX_ENTRIES).fill({ schema: 'Person' }));
    expect(message).toMatch(/and 480 more$/);
  });
});
