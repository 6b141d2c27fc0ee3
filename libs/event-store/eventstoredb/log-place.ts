import type { Checkpoint } from '../event-store';
import { fromCheckpoint } from './checkpoint';
import type { Connection } from './connection';
import { isInvalidPosition, readFailure } from './failures';
import { lastCheckpoint } from './read-messages';
import { logRequest } from './requests';

/**
 * Whether an event of the log begins at the checkpoint. The server lets a subscription begin beyond the end of its log,
 * and then skips what was stored before the call.
 */
export async function hasPlace(connection: Connection, checkpoint: Checkpoint): Promise<boolean> {
  const place = fromCheckpoint(checkpoint);
  try {
    const [atEnd] = await Promise.all([connection.read(logRequest('end')), connection.read(logRequest(place))]);
    const end = lastCheckpoint(atEnd);
    return end !== undefined && BigInt(place.commit) <= BigInt(fromCheckpoint(end).commit);
  } catch (error) {
    if (isInvalidPosition(error)) return false;
    throw readFailure('reading $all', error);
  }
}
