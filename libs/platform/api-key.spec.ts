import { apiKeyId, bearerToken, createApiKey, isSameSecret } from './api-key';

describe('API keys', () => {
  it('finds the id in a key and verifies the key by its hash', () => {
    const { id, key, hash } = createApiKey();
    expect(apiKeyId(key)).toBe(id);
    expect(isSameSecret(key, Buffer.from(hash, 'hex'))).toBe(true);
    expect(isSameSecret(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`, Buffer.from(hash, 'hex'))).toBe(false);
  });

  it.each(['', 'probity_', 'probity_0123456789abcdef_short', 'x'.repeat(10_000)])('finds no id in %.20s', (text) => {
    expect(apiKeyId(text)).toBeUndefined();
  });

  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['Basic abc', undefined],
    ['Bearer', undefined],
    ['Bearer a b', undefined],
    [undefined, undefined],
  ])('reads the header %s', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });
});
