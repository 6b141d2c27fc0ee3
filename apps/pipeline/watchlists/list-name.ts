import { OWN_LIST } from '@probity/contracts/watchlists/events';
import { invalid } from '@probity/platform/errors';

const FORM = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_LENGTH = 63;

/**
 * Checks the name of a shared list. It becomes part of a stream's name, so it must differ from the streams of the
 * tenants' own lists.
 *
 * @throws Refusal `invalid` when a shared list cannot have the name
 */
export function checkListName(list: string): void {
  if (!FORM.test(list) || list.length > MAX_LENGTH) {
    throw invalid(
      'invalid_list_name',
      `"${list.slice(0, MAX_LENGTH)}" is not a valid list name: use lower-case letters and digits, words joined by "-", at most ${MAX_LENGTH} characters`,
    );
  }
  if (list === OWN_LIST || list.startsWith(`${OWN_LIST}-`)) {
    throw invalid('invalid_list_name', `"${list}" is reserved for the tenants' own lists`);
  }
}
