import { Refusal } from '@probity/platform/errors';
import type { DocumentedRefusal } from '@probity/platform/http/documentation/api-route';

export const SIGN_IN_FAILED: DocumentedRefusal = {
  code: 'sign_in_failed',
  message: 'the email, the password or the code is wrong, or the code was used already',
  when: 'the email, the password or the code is wrong; the response does not say which',
};

export const signInFailed = (): Refusal => new Refusal('unauthenticated', SIGN_IN_FAILED.code, SIGN_IN_FAILED.message);
