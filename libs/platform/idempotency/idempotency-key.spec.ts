import { readIdempotencyKey } from './idempotency-key';

describe('the header Idempotency-Key', () => {
  it.each([
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"deposit 1, \\"cash\\" \\\\ bank"', 'deposit 1, "cash" \\ bank'],
    [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
  ])('%s is read', (header, key) => {
    expect(readIdempotencyKey(header)).toBe(key);
  });

  it('is optional', () => {
    expect(readIdempotencyKey(undefined)).toBeUndefined();
  });

  it.each([
    [''],
    ['""'],
    ['"'],
    ['a b'],
    ['a, a'],
    ['a,b'],
    ['"a", "a"'],
    ['"a";p=1'],
    ['"a"b"'],
    ['"a\\"'],
    ['"a\\n"'],
    ['schlüssel'],
    ['a\u0000'],
    ['k'.repeat(256)],
    [`"${'k'.repeat(256)}"`],
  ])('%j is rejected', (header) => {
    expect(() => readIdempotencyKey(header)).toThrow(/the header Idempotency-Key/);
  });

  it('is rejected with the form of both kinds of keys', () => {
    expect(() => readIdempotencyKey('a, b')).toThrow(
      /without , " and \\, or a key in double quotes, .* spaces and commas/,
    );
  });

  it('is rejected when it is sent twice', () => {
    expect(() => readIdempotencyKey(['a', 'b'])).toThrow(/the header Idempotency-Key/);
  });
});
