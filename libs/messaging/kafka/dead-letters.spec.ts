import { KafkaJSConnectionError, KafkaJSProtocolError } from 'kafkajs';
import { pino } from 'pino';
import { DeadLetters } from './dead-letters';
import type { KafkaSender } from './kafka-sender';

const MESSAGE = { topic: 'commands', partition: 0, offset: '7', key: 'k', headers: {}, value: Buffer.from('not JSON') };

/** Fails with these errors, one for each call, and then accepts everything. */
function senderThatFails(errors: Error[]): { sender: KafkaSender; topics: string[] } {
  const topics: string[] = [];
  const send = (topic: string): Promise<void> => {
    const error = errors.shift();
    if (error) return Promise.reject(error);
    topics.push(topic);
    return Promise.resolve();
  };
  return { sender: { send } as unknown as KafkaSender, topics };
}

describe('a dead letter', () => {
  const silent = pino({ level: 'silent' });

  it('waits for a cluster that is unavailable', async () => {
    const { sender, topics } = senderThatFails([
      new KafkaJSConnectionError('refused'),
      new KafkaJSConnectionError('x'),
    ]);
    await new DeadLetters(sender, silent, 1).put(MESSAGE, 'the value is not JSON', 1);
    expect(topics).toEqual(['commands.dead-letter']);
  });

  it('is not held back by a topic that does not exist', async () => {
    const error = new KafkaJSProtocolError({
      type: 'UNKNOWN_TOPIC_OR_PARTITION',
      code: 3,
      message: 'no topic',
    } as never);
    const { sender } = senderThatFails([error]);
    await expect(new DeadLetters(sender, silent, 1).put(MESSAGE, 'x', 1)).rejects.toBe(error);
  });
});
