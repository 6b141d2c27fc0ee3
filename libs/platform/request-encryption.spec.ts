import { randomBytes } from 'node:crypto';
import { encryptRequest, RequestKey } from './request-encryption';

describe('a secret on its way to a service', () => {
  const masterKey = randomBytes(32);
  const key = new RequestKey(masterKey);
  const secret = JSON.stringify({ token: 'x'.repeat(5_000) });

  it('opens for every instance with the same master key', () => {
    const encrypted = encryptRequest(key.publicPem, secret, 'provider:1');
    expect(new RequestKey(masterKey).decrypt(encrypted, 'provider:1')).toBe(secret);
    expect(Buffer.from(encrypted, 'base64').includes('xxxx')).toBe(false);
  });

  it('is different each time', () => {
    const encrypted = [1, 2].map(() => encryptRequest(key.publicPem, secret, 'a'));
    expect(new Set(encrypted).size).toBe(2);
  });

  it('does not open for another key, for another context, or when a byte changed', () => {
    const encrypted = encryptRequest(key.publicPem, secret, 'provider:1');
    expect(() => new RequestKey(randomBytes(32)).decrypt(encrypted, 'provider:1')).toThrow();
    expect(() => key.decrypt(encrypted, 'provider:2')).toThrow();
    const bytes = Buffer.from(encrypted, 'base64');
    for (const place of [0, 31, 33, 50, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[place]! ^= 1;
      expect(() => key.decrypt(changed.toString('base64'), 'provider:1')).toThrow();
    }
  });

  it('does not encrypt to a key of another kind', () => {
    expect(() => encryptRequest('no key', secret, 'a')).toThrow();
  });
});
