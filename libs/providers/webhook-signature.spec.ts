import type { ProviderWebhook } from './provider-signal';
import {
  hmacBase64,
  hmacHex,
  requireRecent,
  requireSignature,
  signatureHeader,
  signaturesEqual,
} from './webhook-signature';

const unverified = { name: 'WebhookRejected', why: 'unverified' };

describe('HMAC', () => {
  // RFC 4231, test case 2, and RFC 2202, test case 2
  const given = ['Jefe', 'what do ya want for nothing?'] as const;

  it('agrees with the vectors of RFC 4231 and RFC 2202', () => {
    expect(hmacHex('sha256', ...given)).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
    expect(hmacHex('sha512', ...given)).toMatch(/^164b7a7bfcf819e2e395fbe73b56e0a3.*38bce737$/);
    expect(hmacHex('sha1', ...given)).toBe('effcdf6ae5eb2fa2d27416d5f184df9c259a7c79');
    expect(hmacBase64('sha1', ...given)).toBe('7/zfauXrL6LSdBbV8YTfnCWafHk=');
  });
});

it('compares signatures of any length', () => {
  expect(signaturesEqual('abc', 'abc')).toBe(true);
  expect(signaturesEqual('abc', 'abd')).toBe(false);
  expect(signaturesEqual('ABC', 'abc')).toBe(false);
  expect(signaturesEqual('', 'abc')).toBe(false);
  expect(signaturesEqual('abcdef', 'abc')).toBe(false);
});

it('requires one of the given signatures to match, and says what to compare', () => {
  expect(() => requireSignature('a', 'a')).not.toThrow();
  expect(() => requireSignature(['b', 'a'], 'a')).not.toThrow();
  expect(() => requireSignature(['b', 'c'], 'a')).toThrow(expect.objectContaining(unverified));
  expect(() => requireSignature([], 'a')).toThrow(expect.objectContaining(unverified));
  const compare = 'the signature does not match the body; compare the secret of the webhook at the provider';
  expect(() => requireSignature('b', 'a')).toThrow(compare);
});

it('requires the header', () => {
  expect(signatureHeader({ headers: { 'x-signature': ' a ' } }, 'x-signature')).toBe('a');
  const without: Record<string, string>[] = [{}, { 'x-signature': '' }];
  for (const headers of without) {
    expect(() => signatureHeader({ headers }, 'x-signature')).toThrow('the header x-signature is missing');
  }
});

describe('the window of replays', () => {
  const receivedAt = 1_700_000_000_000;
  const webhook: ProviderWebhook = { headers: {}, body: Buffer.alloc(0), receivedAt };

  it.each(['1700000000', '1699999700', '1700000300'])('accepts %s', (seconds) => {
    expect(() => requireRecent(seconds, webhook)).not.toThrow();
  });

  it.each(['1699999699', '1700000301', '', '-1', '1.7e9', 'NaN', '1700000000000'])('rejects %j', (seconds) => {
    expect(() => requireRecent(seconds, webhook)).toThrow(expect.objectContaining(unverified));
  });
});
