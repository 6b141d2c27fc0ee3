import { derivedId } from '@probity/platform/ids';
import { dataText } from '../data-text';
import { AppendRejected, type NewEvent } from '../event-store';
import { MAX_EVENT_SIZE, type SerializedEvent } from './requests';
import { ID } from './stored-event';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Rejects data that cannot be stored, before anything is sent.
 *
 * The server treats an append of ids that it already has as a repetition, even if the content differs. Therefore the
 * server gets an id that is derived from the id of the event and its content. The metadata carries the original id.
 */
export function serialize(stream: string, events: NewEvent[]): SerializedEvent[] {
  return events.map(({ id, type, data, metadata }) => {
    if (!UUID.test(id)) throw new AppendRejected(stream, `the id "${id}" of an event ${type} is not a UUID`);
    try {
      const text = dataText(data);
      if (text === undefined) throw new TypeError('they are undefined');
      if (Buffer.byteLength(text) > MAX_EVENT_SIZE) throw new RangeError(`more than ${MAX_EVENT_SIZE} bytes`);
      return { id: derivedId(id, text), type, data: text, metadata: JSON.stringify({ ...metadata, [ID]: id }) };
    } catch (error) {
      throw new AppendRejected(stream, `the data of an event ${type} cannot be stored: ${(error as Error).message}`);
    }
  });
}
