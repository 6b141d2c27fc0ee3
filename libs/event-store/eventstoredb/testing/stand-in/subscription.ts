import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { EventLog, StoredEvent } from './event-log';
import { caughtUp, checkpoint, confirmation, eventMessage } from './messages';
import { invalidPosition } from './rpc-errors';

/** How many events the server reads at once if the reader gives no number. */
const READ_BATCH_SIZE = 32;

export type Filter = (event: StoredEvent) => boolean;

/** The filter of a read of $all. The real server never sends `$epoch-information`. */
export function filterOf(options: ReadReq.Options): Filter {
  const visible: Filter = ({ stream }) => stream !== '$epoch-information';
  const filter = options.getFilter();
  if (!filter) return visible;
  const byType = filter.hasEventType();
  const expression = (byType ? filter.getEventType() : filter.getStreamIdentifier())!;
  const subject = (event: StoredEvent): string => (byType ? event.type : event.stream);
  const regex = expression.getRegex();
  if (regex) {
    const pattern = new RegExp(regex);
    return (event) => visible(event) && pattern.test(subject(event));
  }
  const prefixes = expression.getPrefixList();
  return (event) => visible(event) && prefixes.some((prefix) => subject(event).startsWith(prefix));
}

interface Subscriber {
  id: string;
  /** Resolves when the reader can take more messages. */
  send(message: ReadResp): Promise<void>;
  gone: AbortSignal;
}

/**
 * A subscription to $all that follows the real server's `AllSubscriptionFiltered`. It first sends the stored events in
 * pages, with checkpoints at the ends of pages, and then the caught-up message. After that, it sends each new event,
 * and a checkpoint each time it has scanned a certain number of events.
 *
 * @throws RpcError when the start position is not the position of an event
 */
export async function runSubscription(log: EventLog, options: ReadReq.Options, subscriber: Subscriber): Promise<void> {
  const wanted = filterOf(options);
  const filter = options.getFilter();
  const window = filter?.hasMax() ? filter.getMax() : READ_BATCH_SIZE;
  const interval = filter ? window * filter.getCheckpointintervalmultiplier() : Infinity;
  const start = options.getAll()!;
  let next = 0;
  let reached: bigint | undefined;
  let after = -1n;
  if (start.hasPosition()) {
    after = BigInt(start.getPosition()!.getCommitPosition());
    if (!log.isPosition(after)) throw invalidPosition();
    next = log.indexOf(after + 1n);
    reached = after;
  } else if (start.hasEnd()) {
    next = log.events.length;
  }

  await subscriber.send(confirmation(subscriber.id));
  let considered = 0;
  while (next < log.events.length) {
    const page = next;
    let found = 0;
    for (; next < log.events.length && next - page < window && found < READ_BATCH_SIZE; next++) {
      const event = log.events[next]!;
      if (!wanted(event)) continue;
      found++;
      await subscriber.send(eventMessage(event));
      reached = event.position;
    }
    if (reached === undefined || reached < log.events[page]!.position) reached = log.events[page]!.position;
    considered += next - page;
    if (filter && (considered >= interval || next >= log.events.length)) {
      considered %= interval;
      await subscriber.send(checkpoint(reached));
    }
  }
  await subscriber.send(caughtUp());

  considered = 0;
  while (!subscriber.gone.aborted) {
    for (; next < log.events.length; next++) {
      const event = log.events[next]!;
      if (event.position <= after) continue; // the reader started from a position that this log had not reached
      if (wanted(event)) await subscriber.send(eventMessage(event));
      if (++considered >= interval) {
        considered = 0;
        await subscriber.send(checkpoint(event.position));
      }
    }
    await somethingWritten(log, subscriber.gone);
  }
}

function somethingWritten(log: EventLog, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stop();
      gone.removeEventListener('abort', done);
      resolve();
    };
    const stop = log.watch(done);
    if (gone.aborted) done();
    else gone.addEventListener('abort', done);
  });
}
