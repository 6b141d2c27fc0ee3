import { type Message, Partitioners, type Producer, type ProducerConfig } from 'kafkajs';

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

interface Waiting {
  topic: string;
  message: Message;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Sends messages in the order of the calls, one request at a time. Messages that arrive during a request are sent with
 * the next one. There is no artificial delay.
 *
 * Guarantees: `send` resolves when every in-sync replica has the message.
 * Not guaranteed: that a message was not stored when `send` rejects, and that no message is stored twice.
 */
export class KafkaSender {
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;

  constructor(private readonly producer: Producer) {}

  send(topic: string, message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ topic, message, resolve, reject });
      this.running ??= this.drain();
    });
  }

  /** Waits for accepted messages, then disconnects. */
  async close(): Promise<void> {
    await this.running;
    await this.producer.disconnect();
  }

  private async drain(): Promise<void> {
    await new Promise(setImmediate); // everything that arrives in this turn of the event loop joins the first batch
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.nextBatchSize());
      try {
        await this.producer.sendBatch({ acks: -1, topicMessages: byTopic(batch) });
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

const sizeOf = ({ value }: Message): number => value?.length ?? 0;

function byTopic(batch: Waiting[]): { topic: string; messages: Message[] }[] {
  const topics = new Map<string, Message[]>();
  for (const { topic, message } of batch) {
    const messages = topics.get(topic);
    if (messages) messages.push(message);
    else topics.set(topic, [message]);
  }
  return [...topics].map(([topic, messages]) => ({ topic, messages }));
}
