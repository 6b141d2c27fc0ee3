import type { EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { Logger } from '@probity/platform/logging';
import { pause } from '@probity/platform/pause';
import { type Assignment, GroupMember } from './group-member';
import { OffsetTracker } from './offset-tracker';

const COMMIT_EVERY_MS = 250;
const MAX_IN_FLIGHT = 2_000;
/** How often the member sends a heartbeat while the maximum number of messages is being handled. */
const LOOK_EVERY_MS = 1_000;

export interface TakenMessage {
  topic: string;
  partition: number;
  offset: string;
  key: string;
  headers: Record<string, string>;
  /** the raw value; empty when the message has none */
  value: Buffer;
}

export interface MessageIntakeOptions {
  kafka: Kafka;
  groupId: string;
  /** the names of the topics, with their prefix */
  topics: string[];
  /** further topics, which are read while they exist */
  retiredTopics: string[];
  logger: Logger;
  /** how long a stop waits for messages that are being handled */
  drainMs: number;
  /**
   * Handles one message. It is called in the order of the partition, without waiting until earlier messages are
   * handled. If it rejects, the service cannot continue.
   */
  handle: (message: TakenMessage) => Promise<void>;
  /** called when the consumer gave up or must not continue; the process should then end */
  onDead: (error: Error) => void;
}

/**
 * Takes messages as a member of a consumer group. Many messages are handled at the same time; they are begun in order.
 * For each partition, the offset of the first unfinished message is committed.
 *
 * Guarantees: every message is handled at least once, by this member or, after a crash, by another one.
 * Not guaranteed: that a message is handled only once. When a partition moves, another member handles its unfinished
 * messages again, perhaps at the same time.
 */
export class MessageIntake {
  private readonly member: GroupMember;
  private readonly trackers = new Map<string, { topic: string; partition: number; offsets: OffsetTracker }>();
  private inFlight = 0;
  private stopping = false;
  private stopped: Promise<void> | undefined;
  private committing: Promise<void> | undefined;
  private commitTimer: NodeJS.Timeout | undefined;
  private wakeWhenFree: (() => void) | undefined;

  constructor(private readonly options: MessageIntakeOptions) {
    const { kafka, groupId, topics, retiredTopics, logger, onDead } = options;
    this.member = new GroupMember({
      kafka,
      config: { groupId },
      topics,
      retiredTopics,
      fromBeginning: true, // a group that has not committed yet misses no earlier message
      run: (consumer) =>
        consumer.run({
          autoCommit: false,
          eachBatchAutoResolve: false,
          eachBatch: (payload) => this.takeBatch(payload),
        }),
      onJoin: (assignment) => {
        this.keepOnly(assignment);
        logger.info({ group: groupId, partitions: assignment }, 'taking messages');
      },
      logger,
      onDead,
    });
  }

  /** Resolves when this consumer is a member of the group. A standby has no partition. */
  async start(): Promise<void> {
    await this.member.join();
    this.commitTimer = setInterval(() => this.tick(), COMMIT_EVERY_MS);
  }

  /** Whether this consumer can receive messages now. */
  get isReady(): boolean {
    return !this.stopping && this.member.isAlive;
  }

  /** Takes no more messages, waits up to `drainMs` for those being handled, commits and leaves the group. */
  stop(): Promise<void> {
    return (this.stopped ??= this.drain());
  }

  private async drain(): Promise<void> {
    this.stopping = true;
    this.member.letGo();
    clearInterval(this.commitTimer);
    if (this.member.hasJoined) {
      const { topics, retiredTopics } = this.options;
      this.member.consumer?.pause([...topics, ...retiredTopics].map((topic) => ({ topic })));
      const giveUpAt = performance.now() + this.options.drainMs;
      while (this.inFlight > 0 && performance.now() < giveUpAt) await this.slotFreed(100);
      await this.committing;
      await this.commit();
    }
    await this.member.leave();
  }

  private async takeBatch(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const tracker = this.trackerOf(batch.topic, batch.partition);
    if (tracker.offsets.isOutdatedBy(Number(batch.firstOffset() ?? 0))) tracker.offsets = new OffsetTracker();
    const { offsets } = tracker;
    for (const message of batch.messages) {
      while (this.inFlight >= MAX_IN_FLIGHT && !this.stopping) {
        await this.slotFreed(LOOK_EVERY_MS);
        await payload.heartbeat();
      }
      if (this.stopping || !payload.isRunning() || payload.isStale()) return;
      payload.resolveOffset(message.offset); // moves the fetch position, not the committed offset
      const offset = Number(message.offset);
      if (offsets.take(offset)) this.begin(taken(batch.topic, batch.partition, message), offsets, offset);
    }
    await payload.heartbeat();
  }

  private begin(message: TakenMessage, offsets: OffsetTracker, offset: number): void {
    this.inFlight++;
    this.options
      .handle(message)
      .then(
        () => offsets.finish(offset),
        (error: Error) => this.options.onDead(error), // the message stays unfinished, so that another member handles it
      )
      .finally(() => {
        this.inFlight--;
        this.wakeWhenFree?.();
      });
  }

  private async slotFreed(atMostMs: number): Promise<void> {
    const waited = new AbortController();
    const freed = new Promise<void>((resolve) => (this.wakeWhenFree = resolve));
    await Promise.race([freed, pause(atMostMs, waited.signal)]);
    waited.abort();
  }

  private trackerOf(topic: string, partition: number) {
    const key = `${topic}/${partition}`;
    let tracker = this.trackers.get(key);
    if (!tracker) this.trackers.set(key, (tracker = { topic, partition, offsets: new OffsetTracker() }));
    return tracker;
  }

  /** Forgets partitions that moved to other members. For the other partitions, the next commit is repeated. */
  private keepOnly(assigned: Assignment): void {
    for (const [key, { topic, partition, offsets }] of this.trackers) {
      if (assigned[topic]?.includes(partition)) offsets.commit(undefined);
      else this.trackers.delete(key);
    }
  }

  private tick(): void {
    this.committing ??= this.commit().finally(() => (this.committing = undefined));
  }

  /** A failed commit is only logged: the next one includes it. After a crash, more messages are handled twice. */
  private async commit(): Promise<void> {
    const due = [...this.trackers.values()].flatMap(({ topic, partition, offsets }) => {
      const offset = offsets.toCommit;
      return offset === undefined ? [] : { topic, partition, offset, offsets };
    });
    const { consumer } = this.member;
    if (due.length === 0 || !consumer) return;
    try {
      await consumer.commitOffsets(
        due.map(({ topic, partition, offset }) => ({ topic, partition, offset: String(offset) })),
      );
      for (const { offset, offsets } of due) offsets.commit(offset);
    } catch (err) {
      this.options.logger.debug({ err }, 'offsets could not be committed now');
    }
  }
}

function taken(topic: string, partition: number, { offset, key, headers, value }: KafkaMessage): TakenMessage {
  return {
    topic,
    partition,
    offset,
    key: key?.toString() ?? '',
    headers: textHeaders(headers),
    value: value ?? Buffer.alloc(0),
  };
}

/** The headers as text. Of a duplicated header, only the first value is used. */
export function textHeaders(headers: KafkaMessage['headers']): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) texts[name] = first.toString();
  }
  return texts;
}
