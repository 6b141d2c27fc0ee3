import { Refusal } from '@probity/platform/errors';
import type { DocumentedRefusal } from '@probity/platform/http/documentation/api-route';

export const PASSKEY_NOT_ACCEPTED: DocumentedRefusal = {
  code: 'passkey_not_accepted',
  message: 'the passkey was not accepted; begin again, or sign in with the password and a one-time code',
  when: 'the passkey is unknown or was removed, its proof is not valid, or the challenge was used or has expired',
};

/** The reason is for the log only: the response would tell strangers which accounts exist. */
export class PasskeyNotAccepted extends Refusal {
  constructor(
    readonly reason: string,
    cause?: unknown,
  ) {
    super('unauthenticated', PASSKEY_NOT_ACCEPTED.code, PASSKEY_NOT_ACCEPTED.message, { cause });
  }
}
