import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from 'kafkajs';
import { DEAD_LETTER_HEADERS, HEADERS } from '@probity/contracts/headers';
import { deadLetterTopic } from '@probity/contracts/topics';
import { isUnavailable } from '@probity/persistence/unavailable';
import type { Logger } from '@probity/platform/logging';
import { type DeadLetterBook, factLetter } from '../dead-letter-book';
import type { KafkaSender } from './kafka-sender';
import { isPermanent } from './permanent-error';
import type { TakenMessage } from './message-intake';

const MAX_REASON = 500;
const MAX_HEADER = 200;
const AGAIN_AFTER_MS = 1_000;

export type LetterBook = Pick<DeadLetterBook, 'keep' | 'putAside' | 'handled'>;

/**
 * Stores messages that cannot be handled, unchanged, with the reason in their headers, and then lists them for
 * operators.
 */
export class DeadLetters {
  constructor(
    private readonly kind: 'command' | 'fact',
    private readonly sender: KafkaSender,
    private readonly book: LetterBook,
    private readonly logger: Logger,
    private readonly againAfterMs = AGAIN_AFTER_MS,
  ) {}

  /**
   * Waits while the cluster or the database is unavailable.
   *
   * @throws Error when the message cannot be stored for another reason; it must then not count as handled
   */
  async put(message: TakenMessage, reason: string, attempts: number): Promise<void> {
    await this.store(message, reason, attempts);
    const { topic, partition, offset, headers } = message;
    const letter = { ...listedAs(this.kind, message), kind: this.kind, type: headers[HEADERS.type] ?? 'unknown' };
    await this.write(() => this.book.keep({ ...letter, reason, attempts }), { topic, partition, offset });
  }

  private async store(message: TakenMessage, reason: string, attempts: number): Promise<void> {
    const { topic, partition, offset, key, headers, value } = message;
    const at = { topic, partition, offset, id: headers[HEADERS.id], type: headers[HEADERS.type] };
    this.logger.error({ ...at, attempts, reason }, 'a message could not be handled and is stored as a dead letter');
    const letter = {
      key,
      value,
      headers: {
        ...headers,
        [DEAD_LETTER_HEADERS.reason]: reason.slice(0, MAX_REASON),
        [DEAD_LETTER_HEADERS.attempts]: String(attempts),
        [DEAD_LETTER_HEADERS.topic]: topic,
        [DEAD_LETTER_HEADERS.partition]: String(partition),
        [DEAD_LETTER_HEADERS.offset]: offset,
        [DEAD_LETTER_HEADERS.time]: new Date().toISOString(),
      },
    };
    try {
      await this.send(deadLetterTopic(topic), letter);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      await this.send(deadLetterTopic(topic), withoutContent(letter, value.length));
    }
  }

  /**
   * Lists a fact that the read side does not show yet, so that the relay publishes it again. It becomes a dead letter after
   * an hour, and at once if it does not say of which event it is. Waits while the database is unavailable.
   *
   * @throws Error when the message cannot be stored for another reason; it must then not count as handled
   */
  async putAside(message: TakenMessage, reason: string, attempts: number): Promise<void> {
    const { topic, partition, offset, headers } = message;
    const { message: name, stream, revision } = listedAs(this.kind, message);
    if (stream === undefined) return this.put(message, reason, attempts);
    const type = headers[HEADERS.type] ?? 'unknown';
    const letter = { message: name, kind: this.kind, type, stream, revision, reason, attempts };
    let waits = false;
    const putAside = async (): Promise<void> => {
      waits = await this.book.putAside(letter);
    };
    if (!(await this.write(putAside, { topic, partition, offset }))) await this.put(message, reason, attempts);
    else if (!waits) await this.store(message, reason, attempts);
  }

  /** Removes a fact from the list that an operator had handled again. Waits while the database is unavailable. */
  async handled(message: TakenMessage): Promise<void> {
    const { topic, partition, offset } = message;
    const { message: name } = listedAs(this.kind, message);
    await this.write(() => this.book.handled(name), { topic, partition, offset });
  }

  /** Returns false for a letter that Postgres rejects: it is put into its topic, and must not stop the service. */
  private async write(change: () => Promise<void>, at: object): Promise<boolean> {
    for (;;) {
      try {
        await change();
        return true;
      } catch (err) {
        if (!isUnavailable(err)) {
          this.logger.error({ err, ...at }, 'the list of dead letters is not up to date');
          return false;
        }
        this.logger.warn({ err, ...at }, 'a dead letter cannot be listed now; retrying');
        await delay(this.againAfterMs, undefined, { ref: false });
      }
    }
  }

  private async send(topic: string, letter: Message): Promise<void> {
    for (;;) {
      try {
        return await this.sender.send(topic, letter);
      } catch (err) {
        if (isPermanent(err) || isTooLarge(err) || isMissing(err)) throw err;
        this.logger.warn({ err, topic }, 'a dead letter cannot be stored now; retrying');
        await delay(this.againAfterMs, undefined, { ref: false }); // must not delay the end of the process
      }
    }
  }
}

/** The name of a message in the list: the same when it is delivered again. */
function listedAs(kind: 'command' | 'fact', { topic, partition, offset, headers }: TakenMessage) {
  const stream = headers[HEADERS.subject];
  const revision = Number(headers[HEADERS.revision] ?? NaN);
  if (kind === 'fact' && stream && Number.isSafeInteger(revision) && revision >= 0)
    return { message: factLetter(stream, revision), stream, revision };
  const id = kind === 'command' ? headers[HEADERS.id] : undefined;
  return { message: id || `${topic}/${partition}/${offset}` };
}

/** A compressed message within the limit of its topic may exceed the limit of the dead-letter topic. */
const isTooLarge = (error: unknown): boolean =>
  /MESSAGE_TOO_LARGE|RECORD_LIST_TOO_LARGE/.test((error as { type?: string }).type ?? '');

const isMissing = (error: unknown): boolean => (error as { type?: string }).type === 'UNKNOWN_TOPIC_OR_PARTITION';

/** A replacement for a message that is too large: its headers, shortened, without its value. */
function withoutContent({ headers }: { headers: Record<string, string> }, bytes: number): Message {
  const short = Object.entries(headers).map(([name, text]) => [name, text.slice(0, MAX_HEADER)]);
  const kept = short.filter(([name]) => /^(ce_|probity_|traceparent$)/.test(name!)) as [string, string][];
  return { value: null, headers: { ...Object.fromEntries(kept), [DEAD_LETTER_HEADERS.omittedBytes]: String(bytes) } };
}
