import { KeyedRequest } from './keyed-request';

const scope = { name: 'tenant a', caller: 'key 1' };
const identity = { scope, operation: 'POST /ledgers', key: 'k', secret: false };
const content = { path: { slug: 'a' }, body: { name: 'Funds', currency: 'USD' } };
const keyOf = (changes: Partial<typeof identity> = {}, sent: object = content) =>
  new KeyedRequest({ ...identity, ...changes }, () => sent).key;

describe('the key of an operation', () => {
  it('depends on the scope, the operation and the key, and on nothing else', () => {
    const { hash } = keyOf();
    expect(keyOf({ scope: { ...scope, caller: 'key 2' } }, {}).hash).toBe(hash);
    expect(keyOf({ scope: { ...scope, name: 'tenant b' } }).hash).not.toBe(hash);
    expect(keyOf({ operation: 'POST /accounts' }).hash).not.toBe(hash);
    expect(keyOf({ key: 'l' }).hash).not.toBe(hash);
    expect(keyOf({ operation: 'POST /ledgersk', key: '' }).hash).not.toBe(hash);
  });

  it('has a fingerprint of the canonical request', () => {
    const { fingerprint } = keyOf();
    expect(keyOf({}, { body: { currency: 'USD', name: 'Funds' }, path: { slug: 'a' } }).fingerprint).toBe(fingerprint);
    expect(keyOf({}, { ...content, body: {} }).fingerprint).not.toBe(fingerprint);
    expect(keyOf({}, { ...content, path: { slug: 'b' } }).fingerprint).not.toBe(fingerprint);
  });

  it('belongs to one caller when the response has a secret', () => {
    const other = { scope: { ...scope, caller: 'key 2' } };
    expect(keyOf(other).fingerprint).toBe(keyOf().fingerprint);
    expect(keyOf({ ...other, secret: true }).fingerprint).not.toBe(keyOf({ secret: true }).fingerprint);
  });
});
