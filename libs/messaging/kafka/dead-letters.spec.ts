import { KafkaJSConnectionError, KafkaJSProtocolError } from 'kafkajs';
import { DatabaseError } from 'pg';
import { pino } from 'pino';
import { HEADERS } from '@probity/contracts/headers';
import type { DeadLetter } from '../dead-letter-book';
import { DeadLetters } from './dead-letters';
import type { KafkaSender } from './kafka-sender';

const MESSAGE = { topic: 'commands', partition: 0, offset: '7', key: 'k', headers: {}, value: Buffer.from('not JSON') };
const FACT = { ...MESSAGE, headers: { [HEADERS.id]: 'i', [HEADERS.subject]: 'customer-a', [HEADERS.revision]: '4' } };

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

/** @param waits whether facts that are put aside are handled again by themselves */
function bookThatFails(errors: Error[] = [], waits = true) {
  const listed: DeadLetter[] = [];
  const keep = (letter: DeadLetter): Promise<void> => {
    const error = errors.shift();
    if (error) return Promise.reject(error);
    listed.push(letter);
    return Promise.resolve();
  };
  const putAside = (letter: DeadLetter): Promise<boolean> => keep(letter).then(() => waits);
  return { keep, putAside, handled: () => Promise.resolve(), listed };
}

describe('a dead letter', () => {
  const silent = pino({ level: 'silent' });

  it('waits for a cluster that is unavailable', async () => {
    const { sender, topics } = senderThatFails([
      new KafkaJSConnectionError('refused'),
      new KafkaJSConnectionError('x'),
    ]);
    await new DeadLetters('command', sender, bookThatFails(), silent, 1).put(MESSAGE, 'the value is not JSON', 1);
    expect(topics).toEqual(['commands.dead-letter']);
  });

  it('is not held back by a topic that does not exist', async () => {
    const error = new KafkaJSProtocolError({
      type: 'UNKNOWN_TOPIC_OR_PARTITION',
      code: 3,
      message: 'no topic',
    } as never);
    const { sender } = senderThatFails([error]);
    const book = bookThatFails();
    await expect(new DeadLetters('command', sender, book, silent, 1).put(MESSAGE, 'x', 1)).rejects.toBe(error);
    expect(book.listed).toEqual([]);
  });

  it('is listed after it is in its topic, also when the database was unavailable', async () => {
    const unavailable = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const book = bookThatFails([unavailable, unavailable]);
    const { sender, topics } = senderThatFails([]);
    await new DeadLetters('fact', sender, book, silent, 1).put(FACT, 'it broke', 5);
    expect(topics).toEqual(['commands.dead-letter']);
    expect(book.listed).toMatchObject([
      { message: 'customer-a@4', kind: 'fact', stream: 'customer-a', revision: 4, reason: 'it broke', attempts: 5 },
    ]);
  });

  it('of a command has its id, or its place when it has none', async () => {
    const book = bookThatFails();
    const letters = new DeadLetters('command', senderThatFails([]).sender, book, silent, 1);
    await letters.put(FACT, 'x', 1);
    await letters.put(MESSAGE, 'x', 1);
    expect(book.listed.map(({ message, stream }) => [message, stream])).toEqual([
      ['i', undefined],
      ['commands/0/7', undefined],
    ]);
  });

  it('of a fact that waits for the read side is only listed, until an hour has passed', async () => {
    const { sender, topics } = senderThatFails([]);
    const book = bookThatFails();
    await new DeadLetters('fact', sender, book, silent, 1).putAside(FACT, 'there is no row', 5);
    expect([topics, book.listed]).toMatchObject([[], [{ message: 'customer-a@4' }]]);
    const ended = bookThatFails([], false);
    await new DeadLetters('fact', sender, ended, silent, 1).putAside(FACT, 'there is no row', 1);
    expect([topics, ended.listed]).toMatchObject([['commands.dead-letter'], [{ message: 'customer-a@4' }]]);
  });

  it('that Postgres rejects does not stop the service', async () => {
    const book = bookThatFails([Object.assign(new DatabaseError('invalid', 0, 'error'), { code: '22021' })]);
    await new DeadLetters('fact', senderThatFails([]).sender, book, silent, 1).put(FACT, 'x', 1);
    expect(book.listed).toEqual([]);
  });
});
