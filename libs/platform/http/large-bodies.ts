import { isObject } from '../is-object';
import { PacedWork } from '../paced-work';

const LARGE_BYTES = 4 * 1024;

/** Who sent a large body. */
const owners = new WeakMap<object, string>();
const paced = new PacedWork();

/** Whether parsing, validating or reading a body takes milliseconds. */
export const isLarge = (bytes: number): boolean => bytes >= LARGE_BYTES;

/** Does a piece of the work for a large body or response when it is the owner's turn. */
export const inTurnOfOwner = <Result>(owner: string, work: () => Result): Promise<Result> => paced.run(owner, work);

/** Parses a large body when it is its turn. */
export function parseInTurn<Parsed>(owner: string, parse: () => Parsed): Promise<Parsed> {
  return paced.run(owner, () => {
    const parsed = parse();
    if (isObject(parsed)) owners.set(parsed, owner);
    return parsed;
  });
}

/** Does what takes the longer the larger a body is, such as validation. For a large body, it waits for a turn. */
export async function inTurnOf<Result>(body: unknown, work: () => Result): Promise<Result> {
  const owner = isObject(body) ? owners.get(body) : undefined;
  return owner === undefined ? work() : paced.run(owner, work);
}
