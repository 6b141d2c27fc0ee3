import { TOPICS } from '../every-topic';
import { POSTED_AT } from '../examples';
import { DEAD_LETTER_HEADERS } from '../headers';
import { deadLetterTopic, type Topic } from '../topics';
import type { MessageContract } from './message-contract';
import { deadLetterHeaders } from './message-headers';

const ASIDE =
  'A message that could not be handled: the original key, value and headers, and headers with the reason. ' +
  'To retry it, send it to its topic without the added headers.';
const ASIDE_FACT =
  'A fact that a service of Probity could not handle: the original key, value and headers, and headers with the reason. ' +
  'To retry it, send it to its topic without the added headers. Other readers of the topic recognize it by ' +
  'its `ce_id`.';

/** The original message, with the reason why it could not be handled. */
export function deadLetter({ name }: Topic): MessageContract {
  const origin = TOPICS.find((topic) => deadLetterTopic(topic.name) === name);
  return {
    name: 'dead-letter',
    title: 'DeadLetter',
    summary: origin?.kind === 'event' ? ASIDE_FACT : ASIDE,
    headers: deadLetterHeaders(),
    payload: { description: 'the original value: any bytes, JSON only if the original was JSON' },
    key: { type: 'string', description: 'the original key' },
    example: {
      headers: {
        [DEAD_LETTER_HEADERS.reason]: 'the value is not JSON',
        [DEAD_LETTER_HEADERS.attempts]: '1',
        [DEAD_LETTER_HEADERS.topic]: origin?.name ?? name,
        [DEAD_LETTER_HEADERS.partition]: '0',
        [DEAD_LETTER_HEADERS.offset]: '4711',
        [DEAD_LETTER_HEADERS.time]: POSTED_AT,
      },
      payload: 'hello',
    },
  };
}
