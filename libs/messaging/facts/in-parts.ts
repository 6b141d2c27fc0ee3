import type { Message } from 'kafkajs';

/** Kafka rejects larger requests. A single message that is larger than this is sent alone. */
const MAX_SEND_BYTES = 512 * 1024;

/** Divides messages, in their order, into parts that Kafka takes in one request each. */
export function inParts(messages: Message[]): Message[][] {
  const parts: Message[][] = [];
  let bytes = Infinity;
  for (const message of messages) {
    const size = message.value?.length ?? 0;
    if (bytes + size > MAX_SEND_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(message);
    bytes += size;
  }
  return parts;
}
