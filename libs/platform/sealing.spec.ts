import { createCipheriv, randomBytes } from 'node:crypto';
import { Sealer, sealingKeyId } from './sealing';

const secret = Buffer.from('the signing key');

/** The sealed form of older versions. */
function sealUnnamed(key: Buffer, context: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([Buffer.of(1), iv, cipher.getAuthTag(), ciphertext]);
}

describe('sealing a secret', () => {
  const sealer = new Sealer(randomBytes(32));

  it('can be undone with the same context', () => {
    expect(sealer.open(sealer.seal(secret, 'ledger/1'), 'ledger/1')).toEqual(secret);
  });

  it('gives a different result each time', () => {
    expect(sealer.seal(secret, 'ledger/1')).not.toEqual(sealer.seal(secret, 'ledger/1'));
  });

  it('cannot be undone with another context or another key, or after a change of any byte', () => {
    const sealed = sealer.seal(secret, 'ledger/1');
    expect(() => sealer.open(sealed, 'ledger/2')).toThrow();
    expect(() => new Sealer(randomBytes(32)).open(sealed, 'ledger/1')).toThrow();
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed[index]! ^= 1;
      expect(() => sealer.open(changed, 'ledger/1')).toThrow();
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(() => sealer.open(sealed.subarray(0, length), 'ledger/1')).toThrow();
    }
  });

  it('needs keys of 32 bytes', () => {
    const current = randomBytes(32);
    expect(() => new Sealer(randomBytes(31))).toThrow('must have 32 bytes, not 31');
    expect(() => new Sealer({ current, previous: randomBytes(16) })).toThrow('must have 32 bytes, not 16');
  });
});

describe('a key that is being replaced', () => {
  const [before, after] = [randomBytes(32), randomBytes(32)];
  const [old, renewed] = [
    new Sealer({ current: before, next: after }),
    new Sealer({ current: after, previous: before }),
  ];

  it('opens everything on both sides of the change, also the form of older versions', () => {
    expect(renewed.open(old.seal(secret, 'a'), 'a')).toEqual(secret);
    expect(old.open(renewed.seal(secret, 'a'), 'a')).toEqual(secret);
    expect(old.open(sealUnnamed(before, 'a'), 'a')).toEqual(secret);
    expect(renewed.open(sealUnnamed(before, 'a'), 'a')).toEqual(secret);
    expect(() => renewed.open(sealUnnamed(randomBytes(32), 'a'), 'a')).toThrow();
    expect(() => renewed.open(sealUnnamed(before, 'a'), 'b')).toThrow();
  });

  it('is no longer needed for what was sealed again', () => {
    for (const sealed of [old.seal(secret, 'a'), sealUnnamed(before, 'a')]) {
      expect(renewed.isCurrent(sealed)).toBe(false);
      const again = renewed.reseal(sealed, 'a');
      expect(renewed.isCurrent(again)).toBe(true);
      expect(new Sealer(after).open(again, 'a')).toEqual(secret);
      expect(() => new Sealer(before).open(again, 'a')).toThrow(`the key ${sealingKeyId(after)}, which is not known`);
    }
  });
});
