import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { EventLog, StoredEvent } from './event-log';
import { caughtUp, checkpoint, confirmation, eventMessage } from './messages';
import { invalidPosition } from './rpc-errors';

/** How many events the server reads at once where the reader does not say. */
const READ_BATCH_SIZE = 32;

export type Filter = (event: StoredEvent) => boolean;

/** What of $all a reader wants. Its own bookkeeping the server never shows. */
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
  /** Waits while the reader is slow. */
  send(message: ReadResp): Promise<void>;
  gone: AbortSignal;
}

/**
 * A subscription to $all, as the server's AllSubscriptionFiltered runs it: what is there comes in pages,
 * each page's end may be a checkpoint; then it says that it has caught up; then what is written comes as
 * it is written, with a checkpoint after every so many events that were looked at.
 *
 * @throws RpcError when there is no such position
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
      if (event.position <= after) continue; // the reader is ahead of this log and wants nothing of it
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
