import { UUID_PATTERN } from '@probity/contracts/fields';

/** The place of an item in a list that is ordered by time and id, newest first. */
export interface Place {
  /** ISO 8601, UTC */
  at: string;
  id: string;
}

/** The text of a place: `<ISO time>~<id>`. */
export const PLACE = new RegExp(`^([12]\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)~(${UUID_PATTERN})$`);

/** Before every item. */
const START: Place = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export const placeText = ({ at, id }: Place): string => `${at}~${id}`;

/** Reads the text of a place, which has the form of `PLACE`; without a text, the place before every item. */
export function readPlace(text: string | undefined): Place {
  const [, at, id] = PLACE.exec(text ?? '') ?? [];
  const ms = Date.parse(at ?? '');
  // A day such as 30 February is the day that JavaScript makes of it: Postgres knows no such day.
  return id === undefined || Number.isNaN(ms) ? START : { at: new Date(ms).toISOString(), id };
}

/**
 * A page of a list: the items, and the place of the last one if further ones follow.
 *
 * @param found the items of the page and, if there is one, an item more
 */
export function pageOf<Item>(found: Item[], limit: number, placeOf: (item: Item) => Place) {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? placeText(placeOf(last)) : null };
}
