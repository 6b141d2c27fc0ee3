import type { Admin, Kafka } from 'kafkajs';

/** Reads how far a consumer group is behind the ends of its topics. */
export class ConsumerLag {
  private admin: Promise<Admin> | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly groupId: string,
    private readonly topicPrefix: string,
    private readonly topics: readonly string[],
  ) {}

  /**
   * Returns the number of messages after the committed offsets of each topic that exists, by topic without its prefix.
   * A partition without a committed offset counts from its beginning.
   *
   * @throws Error also once after a topic was deleted: a client of kafkajs asks for a topic that it knows for ever
   */
  async read(): Promise<Map<string, number>> {
    const admin = await (this.admin ??= this.connect());
    try {
      return await this.lagsBy(admin);
    } catch (error) {
      await this.close();
      this.admin = undefined;
      throw error;
    }
  }

  private async lagsBy(admin: Admin): Promise<Map<string, number>> {
    const existing = new Set(await admin.listTopics());
    const names = this.topics.map((topic) => this.topicPrefix + topic).filter((name) => existing.has(name));
    const committed = await admin.fetchOffsets({ groupId: this.groupId, topics: names });
    const lags = await Promise.all(
      committed.map(async ({ topic, partitions }): Promise<[string, number]> => {
        const offsets = new Map(partitions.map(({ partition, offset }) => [partition, Number(offset)]));
        const ends = await admin.fetchTopicOffsets(topic);
        const behind = ends.map(({ partition, low, high }) => {
          const from = offsets.get(partition) ?? -1;
          return Math.max(0, Number(high) - (from < 0 ? Number(low) : from));
        });
        return [topic.slice(this.topicPrefix.length), behind.reduce((sum, each) => sum + each, 0)];
      }),
    );
    return new Map(lags);
  }

  async close(): Promise<void> {
    await (await this.admin?.catch(() => undefined))?.disconnect();
  }

  /** Connects when the first scrape asks. A failed attempt is repeated by the next one. */
  private async connect(): Promise<Admin> {
    const admin = this.kafka.admin({ retry: { retries: 0 } });
    try {
      await admin.connect();
    } catch (error) {
      this.admin = undefined;
      throw error;
    }
    return admin;
  }
}
