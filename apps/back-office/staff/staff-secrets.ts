import { keysOf, Sealer, type SealingKeys } from '@probity/platform/sealing';

/** Whose owner is an account, an identity provider, or an attempt to sign in. */
export type SealedSecret = 'password' | 'one-time codes' | 'client secret' | 'attempt';

/** Seals the secrets of accounts, so that events and backups do not hold them in clear. */
export class StaffSecrets {
  readonly sealer: Sealer;
  /** the current one first; the others are there while the key is being replaced */
  readonly masterKeys: readonly Buffer[];

  constructor(keys: Buffer | SealingKeys) {
    this.sealer = new Sealer(keys);
    this.masterKeys = keysOf(keys);
  }

  /** Returns base64. */
  seal(what: SealedSecret, ownerId: string, secret: Buffer): string {
    return this.sealer.seal(secret, staffContext(what, ownerId)).toString('base64');
  }

  /** @throws Error when the value was changed or belongs to another owner */
  open(what: SealedSecret, ownerId: string, sealed: string): Buffer {
    return this.sealer.open(Buffer.from(sealed, 'base64'), staffContext(what, ownerId));
  }
}

/** What a secret is sealed for. */
export const staffContext = (what: SealedSecret, ownerId: string): string => `${what} of staff ${ownerId}`;
