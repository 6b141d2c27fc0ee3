import { randomBytes } from 'node:crypto';
import { Sealer } from './sealing';

describe('sealing a secret', () => {
  const sealer = new Sealer(randomBytes(32));
  const secret = Buffer.from('the signing key');

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
  });
});
