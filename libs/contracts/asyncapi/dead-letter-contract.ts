import { TOPICS } from '../every-topic';
import { POSTED_AT } from '../examples';
import { DEAD_LETTER_HEADERS } from '../headers';
import { deadLetterTopic, type Topic } from '../topics';
import type { MessageContract } from './message-contract';
import { deadLetterHeaders } from './message-headers';

const ASIDE =
  'A message that could not be handled: key, value and headers as they came, and headers that say why. ' +
  'To have it handled after all, send it to its topic again without those.';
const ASIDE_FACT =
  'A fact that a service of Probity could not handle: key, value and headers as they came, and headers that say why. ' +
  'To have it handled after all, send it to its topic again without those; other readers of the topic know it by ' +
  'its `ce_id`.';

/** A message as it came, with the reason why it could not be handled. */
export function deadLetter({ name }: Topic): MessageContract {
  const origin = TOPICS.find((topic) => deadLetterTopic(topic.name) === name);
  return {
    name: 'dead-letter',
    title: 'DeadLetter',
    summary: origin?.kind === 'event' ? ASIDE_FACT : ASIDE,
    headers: deadLetterHeaders(),
    payload: { description: 'as it came: any bytes, and JSON only if they were' },
    key: { type: 'string', description: 'as it came' },
    example: {
      headers: {
        [DEAD_LETTER_HEADERS.reason]: 'its value is not JSON',
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
