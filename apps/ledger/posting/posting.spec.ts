import type { PostingRequest } from '@probity/contracts/ledger/commands';
import { Refusal } from '@probity/platform/errors';
import { checkPosting } from './posting';

const A = '019a2b3c-4d5e-7f60-8a1b-000000000001';
const B = '019a2b3c-4d5e-7f60-8a1b-000000000002';
const LEDGER = '019a2b3c-4d5e-7f60-8a1b-0000000000ff';

const posting = (changes: object = {}): PostingRequest => ({
  ledger_id: LEDGER,
  currency: 'USD',
  entries: [
    { account_id: A, debit: '100' },
    { account_id: B, credit: '100' },
  ],
  ...changes,
});
const withEntries = (...entries: object[]): PostingRequest => posting({ entries });
const withAmount = (debit: unknown): PostingRequest =>
  withEntries({ account_id: A, debit }, { account_id: B, credit: '100' });

describe('checking a posting', () => {
  it('returns the payload that is hashed: canonical amounts, absent fields left out', () => {
    const payload = checkPosting(
      posting({
        ledger_id: LEDGER.toUpperCase(),
        reference: null,
        description: '',
        entries: [
          { account_id: A, debit: '000100', credit: null },
          { account_id: B, credit: '60', description: 'part' },
          { account_id: LEDGER, credit: '40' },
        ],
      }),
    );
    expect(payload).toEqual({
      ledger_id: LEDGER,
      currency: 'USD',
      description: '',
      entries: [
        { account_id: A, debit: '100' },
        { account_id: B, credit: '60', description: 'part' },
        { account_id: LEDGER, credit: '40' },
      ],
    });
    expect('reference' in payload).toBe(false);
  });

  it('adds amounts of any size exactly', () => {
    const large = '9'.repeat(100);
    const sum = String(BigInt(large) * 2n);
    expect(() =>
      checkPosting(
        withEntries(
          { account_id: A, debit: sum },
          { account_id: B, credit: large },
          { account_id: LEDGER, credit: large },
        ),
      ),
    ).not.toThrow();
  });

  it.each<[string, PostingRequest, RegExp]>([
    ['no entries', withEntries(), /^entries must have at least two/],
    ['one entry', withEntries({ account_id: A, debit: '1' }), /^entries must have at least two/],
    [
      'unbalanced entries',
      withEntries({ account_id: A, debit: '100' }, { account_id: B, credit: '99' }),
      /^entries do not balance: debits are 100 and credits are 99/,
    ],
    [
      'entries that differ by one above 2^53',
      withEntries({ account_id: A, debit: '9007199254740993' }, { account_id: B, credit: '9007199254740992' }),
      /^entries do not balance/,
    ],
    [
      'two entries of the same account',
      withEntries({ account_id: A, debit: '1' }, { account_id: A.toUpperCase(), credit: '1' }),
      /^entries\[1\]\.account_id .* appears in more than one entry/,
    ],
    [
      'an entry with both sides',
      withEntries({ account_id: A, debit: '1', credit: '1' }, { account_id: B, credit: '1' }),
      /^entries\[0\] must have exactly one/,
    ],
    [
      'an entry with neither side',
      withEntries({ account_id: A }, { account_id: B, credit: '1' }),
      /^entries\[0\] must have exactly one/,
    ],
    ['a zero amount', withAmount('0'), /^entries\[0\]\.debit must be greater than zero/],
    ['an amount of several zeros', withAmount('000'), /^entries\[0\]\.debit must be greater than zero/],
    ['a negative amount', withAmount('-100'), /^entries\[0\]\.debit must be a string of decimal digits/],
    ['an amount with a plus sign', withAmount('+100'), /^entries\[0\]\.debit must be a string of decimal digits/],
    ['an amount with decimals', withAmount('100.00'), /^entries\[0\]\.debit must be a string of decimal digits/],
    ['an amount with an exponent', withAmount('1e2'), /^entries\[0\]\.debit must be a string of decimal digits/],
    ['a hexadecimal amount', withAmount('0x64'), /^entries\[0\]\.debit must be a string of decimal digits/],
    ['an amount with a leading space', withAmount(' 100'), /^entries\[0\]\.debit must be a string of decimal digits/],
    ['an empty amount', withAmount(''), /^entries\[0\]\.debit must be a string of decimal digits/],
    ['an amount in Arabic-Indic digits', withAmount('١٠٠'), /^entries\[0\]\.debit must be a string of decimal digits/],
    ['an amount that is a JSON number', withAmount(100), /^entries\[0\]\.debit must be a string of decimal digits/],
    ['an amount of 1001 digits', withAmount('1'.repeat(1001)), /^entries\[0\]\.debit must have at most 1000 digits/],
    ['an empty idempotency key', posting({ idempotency_key: '' }), /^idempotency_key must not be empty/],
    ['a long reference', posting({ reference: 'x'.repeat(256) }), /^reference must have at most 255/],
    ['a text with U+0000', posting({ narration: 'a\u0000' }), /^narration must not contain/],
    ['metadata that is not an object', posting({ metadata: [] }), /^metadata must be a JSON object/],
  ])('rejects a posting with %s and names the field', (_case, request, message) => {
    let refusal: unknown;
    try {
      checkPosting(request);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(Refusal);
    expect((refusal as Refusal).kind).toBe('invalid');
    expect((refusal as Refusal).message).toMatch(message);
  });
});
