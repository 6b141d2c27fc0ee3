import { CompressionTypes, type Message, Partitioners, type Producer, type ProducerConfig } from 'kafkajs';

const MAX_BATCH_MESSAGES = 1_000;
/**
 * The messages of one request to a partition form one record batch, and the topic's message limit applies
 * to the whole batch. A larger message is sent alone.
 */
const MAX_BATCH_BYTES = 1024 * 1024;

/** This partitioner chooses the same partitions as the Java client. */
export const PRODUCER: ProducerConfig = {
  allowAutoTopicCreation: false,
  createPartitioner: Partitioners.DefaultPartitioner,
};

/**
 * Larger messages are compressed, together with the messages of their request. The library compresses in a thread of
 * its own, and what is left costs its checksum, the broker and the readers less.
 */
const COMPRESSED_FROM_BYTES = 32 * 1024;

interface Waiting {
  message: Message;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Sends messages to each topic in the order of the calls, one request at a time. Messages that arrive during a request
 * are sent with the next one. There is no artificial delay, and topics do not wait for each other: a large event of one
 * tenant does not delay the postings of another.
 *
 * Guarantees: `send` resolves when every in-sync replica has the message.
 * Not guaranteed: that a message was not stored when `send` rejects, and that no message is stored twice.
 */
export class KafkaSender {
  private readonly topics = new Map<string, TopicSender>();

  constructor(private readonly producer: Producer) {}

  send(topic: string, message: Message): Promise<void> {
    let sender = this.topics.get(topic);
    if (!sender) this.topics.set(topic, (sender = new TopicSender(this.producer, topic)));
    return sender.send(message);
  }

  /** Waits for accepted messages, then disconnects. */
  async close(): Promise<void> {
    await Promise.all([...this.topics.values()].map((sender) => sender.ended()));
    await this.producer.disconnect();
  }
}

class TopicSender {
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;

  constructor(
    private readonly producer: Producer,
    private readonly topic: string,
  ) {}

  send(message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ message, resolve, reject });
      this.running ??= this.drain();
    });
  }

  async ended(): Promise<void> {
    await this.running;
  }

  private async drain(): Promise<void> {
    await new Promise(setImmediate); // everything that arrives in this turn of the event loop joins the first batch
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.nextBatchSize());
      const messages = batch.map(({ message }) => message);
      try {
        await this.producer.send({ topic: this.topic, acks: -1, messages, compression: compressionOf(messages) });
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.running = undefined;
  }

  private nextBatchSize(): number {
    let bytes = sizeOf(this.waiting[0]!.message);
    let count = 1;
    while (count < Math.min(this.waiting.length, MAX_BATCH_MESSAGES)) {
      bytes += sizeOf(this.waiting[count]!.message);
      if (bytes > MAX_BATCH_BYTES) break;
      count++;
    }
    return count;
  }
}

/** For the messages of one request. */
export const compressionOf = (messages: Message[]): CompressionTypes =>
  messages.some((message) => sizeOf(message) >= COMPRESSED_FROM_BYTES) ? CompressionTypes.GZIP : CompressionTypes.None;

const sizeOf = ({ value }: Message): number => value?.length ?? 0;
