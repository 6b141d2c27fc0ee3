import { Sealer } from '@probity/platform/sealing';

/** Seals the secrets of accounts, so that events and backups do not hold them in clear. */
export class StaffSecrets {
  private readonly sealer: Sealer;

  /** @param masterKey 32 bytes */
  constructor(readonly masterKey: Buffer) {
    this.sealer = new Sealer(masterKey);
  }

  /** Returns base64. */
  seal(what: 'password' | 'one-time codes', accountId: string, secret: Buffer): string {
    return this.sealer.seal(secret, `${what} of staff ${accountId}`).toString('base64');
  }

  /** @throws Error when the value was changed or belongs to another account */
  open(what: 'password' | 'one-time codes', accountId: string, sealed: string): Buffer {
    return this.sealer.open(Buffer.from(sealed, 'base64'), `${what} of staff ${accountId}`);
  }
}
