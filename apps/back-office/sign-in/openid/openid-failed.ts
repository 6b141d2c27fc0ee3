import { Refusal } from '@probity/platform/errors';
import type { DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { BadTarget } from '@probity/targets/bad-target';
import { UnresolvedTarget } from '@probity/targets/resolve-target';
import { TargetUnreachable } from '@probity/targets/target-unreachable';

export const IDENTITY_NOT_ACCEPTED: DocumentedRefusal = {
  code: 'identity_not_accepted',
  message: 'the sign-in with the identity provider was not accepted; begin again, or ask an admin',
  when:
    'the identity provider did not prove who the person is, the person has no account with it, or the sign-in was ' +
    'begun in another browser or too long ago; the response does not say which',
};

/** A provider may have chosen parts of the text. */
const MAX_REASON = 500;

/** The reason is for the log only: the response would tell strangers which accounts exist. */
export class IdentityNotAccepted extends Refusal {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super('unauthenticated', IDENTITY_NOT_ACCEPTED.code, IDENTITY_NOT_ACCEPTED.message, { cause });
    this.reason = reason.slice(0, MAX_REASON);
  }
}

export const logoutTokenInvalid = (reason: string, cause?: unknown): Refusal =>
  new Refusal('invalid', 'logout_token_invalid', `the logout token is not valid: ${reason}`, { cause });

export const providerUnavailable = (reason: string, cause?: unknown): Refusal =>
  new Refusal(
    'overloaded',
    'identity_provider_unavailable',
    `the identity provider cannot be used now: ${reason}. No changes were made; retry, or ask an admin.`,
    { cause },
  );

/** Why the provider could not be reached; undefined for an error of another kind. */
export function whyUnreachable(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof BadTarget || cause instanceof UnresolvedTarget || cause instanceof TargetUnreachable) {
      return cause.message;
    }
    const { code } = cause as { code?: string };
    if (code === 'OAUTH_TIMEOUT' || code?.startsWith('UND_ERR_')) return 'it did not respond in time, or not with HTTP';
    if (code === 'ECONNRESET' || code === 'EPIPE') return 'it closed the connection';
  }
  return undefined;
}
