import { OWN_LIST } from '@probity/contracts/watchlists/events';

const MAX_LIST_NAME = 63;
const LIST_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** The prefix of the streams of tenants' own lists. */
const RESERVED = `${OWN_LIST}-`;

/** Completes the message "<field> must be …". */
export const LIST_NAME_FORM =
  'the name of a shared list: lower-case letters and digits, words joined by single hyphens, 63 characters at most, ' +
  'such as ofac-sdn; ' +
  `"${OWN_LIST}" and names that begin with "${RESERVED}" are for the lists of tenants`;

export const LIST_NAME_SCHEMA = {
  type: 'string',
  pattern: LIST_NAME.source,
  maxLength: MAX_LIST_NAME,
  not: { pattern: `^${OWN_LIST}(-|$)` },
};

/** Whether a list that all tenants share can have the name. */
export const isSharedListName = (name: unknown): name is string =>
  typeof name === 'string' &&
  LIST_NAME.test(name) &&
  name.length <= MAX_LIST_NAME &&
  name !== OWN_LIST &&
  !name.startsWith(RESERVED);
