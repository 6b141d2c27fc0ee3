import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, EachBatchPayload, Kafka, PartitionAssigner } from 'kafkajs';
import { AssignerProtocol } from 'kafkajs';
import type { Logger } from '@probity/platform/logging';
import { GroupMember } from './group-member';
import { textHeaders } from './message-intake';

const MAX_TRIES = 40;
const RETRY_MS = 250;

export interface ReplyReaderOptions {
  kafka: Kafka;
  /** the full name of the topic */
  topic: string;
  /** the consumer group of this instance; it has no other member */
  groupId: string;
  partition: number;
  logger: Logger;
  onReply: (headers: Record<string, string>, value: Buffer | null) => void;
  onDead: (error: Error) => void;
}

/**
 * Reads one fixed partition of the reply topic. The library cannot read without a consumer group. This reader is the
 * only member of its group, so that no other instance that starts or stops can move its partition.
 *
 * `start` reads the end of the partition before it resolves, and reading begins there. After the broker was
 * unavailable, reading continues from the last position. No reply to a command sent after `start` is therefore missed.
 */
export class ReplyReader {
  private readonly member: GroupMember;
  private position: string | undefined;
  private stopping = false;

  constructor(private readonly options: ReplyReaderOptions) {
    const { kafka, groupId, topic, partition, logger, onDead } = options;
    this.member = new GroupMember({
      kafka,
      config: { groupId, partitionAssigners: [onlyPartition(topic, partition)] },
      topics: [topic],
      fromBeginning: false,
      run: (consumer) =>
        consumer.run({
          autoCommit: false,
          eachBatchAutoResolve: true,
          eachBatch: (payload) => this.read(payload),
        }),
      onJoin: (_assignment, consumer) => this.goOn(consumer),
      logger,
      onDead,
    });
  }

  async start(): Promise<void> {
    this.position = await this.whenLeaderIsKnown();
    await this.member.join();
  }

  get isReady(): boolean {
    return !this.stopping && this.member.isAlive;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.member.leave();
  }

  private read({ batch }: EachBatchPayload): Promise<void> {
    for (const { headers, value } of batch.messages) this.options.onReply(textHeaders(headers), value);
    this.position = String(BigInt(batch.lastOffset()) + 1n);
    return Promise.resolve();
  }

  private goOn(consumer: Consumer): void {
    const { topic, partition } = this.options;
    if (this.position !== undefined) consumer.seek({ topic, partition, offset: this.position });
  }

  /** Retries, because a new topic or a broker that has just started may have no leader for the partition yet. */
  private async whenLeaderIsKnown(): Promise<string> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.endOfPartition();
      } catch (error) {
        if ((error as { retriable?: boolean }).retriable !== true || tries === MAX_TRIES) throw error;
        await delay(RETRY_MS);
      }
    }
  }

  private async endOfPartition(): Promise<string> {
    const { kafka, topic, partition } = this.options;
    const admin = kafka.admin();
    await admin.connect();
    try {
      const offsets = await admin.fetchTopicOffsets(topic);
      const found = offsets.find((offset) => offset.partition === partition);
      if (!found) throw new Error(`topic ${topic} has no partition ${partition}; run "probity topics apply"`);
      return found.high;
    } finally {
      await admin.disconnect();
    }
  }
}

/** A partition assigner for a group with one member. It assigns only this partition. */
const onlyPartition =
  (topic: string, partition: number): PartitionAssigner =>
  () => ({
    name: 'OnlyPartition',
    version: 0,
    assign: ({ members }) =>
      Promise.resolve(
        members.map(({ memberId }) => ({
          memberId,
          memberAssignment: AssignerProtocol.MemberAssignment.encode({
            version: 0,
            assignment: { [topic]: [partition] },
            userData: Buffer.alloc(0),
          }),
        })),
      ),
    protocol: ({ topics }) => ({
      name: 'OnlyPartition',
      metadata: AssignerProtocol.MemberMetadata.encode({ version: 0, topics, userData: Buffer.alloc(0) }),
    }),
  });
