import type { Api } from '../../../testing/api';
import * as staff from '../../../testing/staff-person';
import type { TestOffice } from '../../../testing/test-office';

export { type Person, STRONG } from '../../../testing/staff-person';

/** Accepts an invitation. */
export const accepted = (test: TestOffice, invited: staff.Invited): Promise<staff.Person> =>
  staff.accepted(test.api, invited, test.time.now());

/** A new session, as a program has it. */
export const signInAs = (test: TestOffice, person: staff.Person): Promise<Api> =>
  staff.signInAs(test.api, person, test.time.now());

/** Accepts an invitation and signs in. */
export async function signedIn(test: TestOffice, invited: staff.Invited): Promise<{ api: Api; person: staff.Person }> {
  const person = await accepted(test, invited);
  return { api: await signInAs(test, person), person };
}
