import { DEAD_LETTER_HEADERS, HEADERS } from '@probity/contracts/headers';
import { deadLetterTopic } from '@probity/contracts/topics';
import type { Logger } from '@probity/platform/logging';
import type { KafkaSender } from './kafka-sender';
import type { TakenMessage } from './message-intake';

const MAX_REASON = 500;

/** Puts messages that cannot be handled aside, as they came, with the reason in their headers. */
export class DeadLetters {
  constructor(
    private readonly sender: KafkaSender,
    private readonly logger: Logger,
  ) {}

  /** @throws Error when it cannot be stored; then the message must not count as handled */
  async put(message: TakenMessage, reason: string, attempts: number): Promise<void> {
    const { topic, partition, offset, key, headers, value } = message;
    const at = { topic, partition, offset, id: headers[HEADERS.id], type: headers[HEADERS.type] };
    this.logger.error({ ...at, attempts, reason }, 'a message could not be handled and was put aside');
    await this.sender.send(deadLetterTopic(topic), {
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
    });
  }
}
