import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { pureSha256 } from './pure-sha256';
import { sha256, sha256Hex } from './sha256';

const expected = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('SHA-256 in plain JavaScript', () => {
  it('has the digest of FIPS 180-4 of "abc"', () => {
    expect(hex(pureSha256(Buffer.from('abc')))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('agrees with OpenSSL at every length around the edges of blocks', () => {
    for (let length = 0; length < 260; length++) {
      const data = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256);
      expect(hex(pureSha256(data))).toBe(expected(data));
    }
  });

  it('agrees with OpenSSL on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1000 }), (data) => expect(hex(pureSha256(data))).toBe(expected(data))),
    );
  });
});

it('hashes a text as UTF-8', () => {
  expect(hex(sha256('\0Café 😀'))).toBe(expected('\0Café 😀'));
  expect(sha256Hex('Café')).toBe(expected('Café'));
});
