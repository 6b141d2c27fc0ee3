import { type PublishedStreams, streamsOf } from '@probity/contracts/facts';
import { eventAt } from '@probity/event-store/event-at';
import type { EventStore, RecordedEvent } from '@probity/event-store/event-store';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { Repeatedly } from '@probity/platform/repeatedly';
import type { DeadLetterBook } from '../dead-letter-book';

const LOOK_EVERY_MS = 2_000;
const WAITING = `
  SELECT message, type, stream, revision::float8 AS revision FROM platform.dead_letters
  WHERE service = $1 AND again_at <= now() ORDER BY again_at, stream, revision LIMIT 100`;

interface WaitingLetter {
  message: string;
  type: string;
  stream: string;
  revision: number;
}

export interface FactsAgainOptions {
  book: DeadLetterBook;
  store: EventStore;
  database: Database;
  logger: Logger;
  /** returns whether the fact was handled; if not, it is listed as a dead letter again */
  deliver: (streams: PublishedStreams, event: RecordedEvent) => Promise<boolean>;
  everyMs?: number;
}

/**
 * Delivers the facts again that an operator had handled again, or that the read side did not show. A letter stays listed
 * until its fact is handled.
 */
export class FactsAgain {
  private readonly looking: Repeatedly;

  constructor(private readonly options: FactsAgainOptions) {
    const { logger, everyMs = LOOK_EVERY_MS } = options;
    const failed = (err: unknown): void => logger.warn({ err }, 'dead letters cannot be handled again now; retrying');
    this.looking = new Repeatedly(everyMs, (signal) => this.look(signal), failed);
  }

  start(): void {
    this.looking.start();
  }

  stop(): Promise<void> {
    return this.looking.stop();
  }

  private async look(signal: AbortSignal): Promise<void> {
    const { book, database } = this.options;
    const { rows } = await database.query<WaitingLetter>(WAITING, [book.service]);
    for (const letter of rows) {
      if (signal.aborted) return;
      await this.handle(letter);
    }
  }

  private async handle({ message, type, stream, revision }: WaitingLetter): Promise<void> {
    const { book, store, deliver } = this.options;
    const streams = streamsOf(stream);
    const event = streams && (await eventAt(store, stream, revision));
    if (!event) {
      const reason = 'the event store does not have the event';
      return book.keep({ message, kind: 'fact', type, stream, revision, reason, attempts: 1 });
    }
    if (await deliver(streams, event)) await book.handled(message);
  }
}
