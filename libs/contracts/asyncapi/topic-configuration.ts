import type { Topic } from '../topics';

/**
 * The largest message in bytes. The broker's own limit is just over 1 MiB, but what the API accepts in
 * a body of 1 MiB is larger as a command or as an event, with its ids, hashes and headers.
 */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Configuration of a topic, with the names and formats of Kafka. */
export function topicConfiguration({ retentionMs }: Topic): Record<string, string> {
  return {
    'cleanup.policy': 'delete',
    'retention.ms': String(retentionMs),
    'max.message.bytes': String(MAX_MESSAGE_BYTES),
  };
}
