import type { Consumer, ConsumerConfig, Kafka } from 'kafkajs';
import type { Logger } from '@probity/platform/logging';
import { pause } from '@probity/platform/pause';
import { isPermanent } from './permanent-error';

/**
 * The smallest time-out that brokers accept by default. After a restart of the broker, the group waits this long for
 * members that do not return, so it limits how soon the others read again.
 */
const SESSION_TIMEOUT_MS = 6_000;
const HEARTBEAT_MS = 1_000;
/** How long the broker holds a fetch request while it has no messages. A new message ends the wait immediately. */
const FETCH_WAIT_MS = 200;
const AGAIN_AFTER_MS = 500;
/** A consumer that had no contact to its group for so long is replaced, even if it reported no error. */
const SILENT_MS = 30_000;
/** How long a stop waits for the broker to confirm that the member left. */
const LEAVE_MS = 5_000;

/** Partitions by topic. */
export type Assignment = Record<string, number[]>;

export interface GroupMemberOptions {
  kafka: Kafka;
  config: ConsumerConfig;
  /** what it reads; see `subscribe` of kafkajs */
  topics: string[];
  /** further topics, which are read while they exist */
  retiredTopics?: string[];
  fromBeginning: boolean;
  /** starts reading with a connected consumer; called again with a new consumer after the cluster was unavailable */
  run: (consumer: Consumer) => Promise<void>;
  /** called each time a consumer joins the group, before it reads */
  onJoin: (assignment: Assignment, consumer: Consumer) => void;
  logger: Logger;
  /** the pause before each try to join again; default 500 ms */
  againAfterMs?: number;
  /** default 30 s; see `SILENT_MS` */
  silentMs?: number;
  /** called when it gave up; the process should then end */
  onDead: (error: Error) => void;
}

/**
 * A member of a consumer group that waits for the cluster as long as it is unavailable. The library does not restart
 * its consumers after every such error, for example when it finds no group coordinator while a broker stops. Therefore
 * a new consumer replaces each one that crashed or had no contact to its group for 30 s.
 *
 * It gives up, and calls `onDead` once, only after an error that no wait ends, such as a rejected password.
 */
export class GroupMember {
  private current: Consumer | undefined;
  private lastAlive = 0;
  private readonly leaving = new AbortController();
  private replacing = false;
  private watch: NodeJS.Timeout | undefined;

  constructor(private readonly options: GroupMemberOptions) {}

  /**
   * Resolves when it has joined its group for the first time.
   *
   * @throws Error when the cluster cannot be used: at the start, it does not wait
   */
  async join(): Promise<void> {
    try {
      await this.begin();
    } catch (error) {
      if (!this.leaving.signal.aborted) throw error;
    }
    const { silentMs = SILENT_MS } = this.options;
    this.watch = setInterval(() => this.replaceSilent(silentMs), silentMs / 6);
    if (this.leaving.signal.aborted) clearInterval(this.watch);
  }

  /** The consumer in use; undefined before the start and while the cluster is unavailable. */
  get consumer(): Consumer | undefined {
    return this.replacing ? undefined : this.current;
  }

  get hasJoined(): boolean {
    return this.lastAlive > 0;
  }

  /** Whether the consumer is a member of its group and had contact to it within the session time-out. */
  get isAlive(): boolean {
    return this.hasJoined && !this.replacing && performance.now() - this.lastAlive < SESSION_TIMEOUT_MS;
  }

  /** Ignores all later events of the consumer. It remains a member until `leave`. */
  letGo(): void {
    this.leaving.abort();
    clearInterval(this.watch);
  }

  /** Leaves the group. If the cluster is unavailable, the group notices the loss after the session time-out. */
  async leave(): Promise<void> {
    this.letGo();
    const waited = new AbortController();
    await Promise.race([this.disconnect(this.current), pause(LEAVE_MS, waited.signal)]);
    waited.abort();
  }

  /** Resolves when a new consumer has joined the group, and rejects if it crashes before. */
  private async begin(): Promise<void> {
    const { kafka, config, fromBeginning, run, onJoin } = this.options;
    const topics = await this.existingTopics();
    if (this.leaving.signal.aborted) throw new Error('the member left before it joined');
    const consumer = kafka.consumer({
      sessionTimeout: SESSION_TIMEOUT_MS,
      rebalanceTimeout: SESSION_TIMEOUT_MS,
      heartbeatInterval: HEARTBEAT_MS,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      minBytes: 1,
      allowAutoTopicCreation: false,
      retry: { restartOnFailure: () => Promise.resolve(false) },
      ...config,
    });
    this.current = consumer;
    const { GROUP_JOIN, HEARTBEAT, CRASH } = consumer.events;
    let joined = false;
    try {
      await new Promise<void>((resolve, reject) => {
        consumer.on(GROUP_JOIN, ({ payload }) => {
          joined = true;
          this.alive(consumer);
          onJoin(payload.memberAssignment, consumer);
          resolve();
        });
        consumer.on(HEARTBEAT, () => this.alive(consumer));
        consumer.on(CRASH, ({ payload: { error } }) => (joined ? this.lost(consumer, error) : reject(error)));
        const start = async (): Promise<void> => {
          await consumer.connect();
          await consumer.subscribe({ topics, fromBeginning });
          await run(consumer);
        };
        start().catch(reject);
      });
    } catch (error) {
      void this.disconnect(consumer);
      throw error;
    }
  }

  /** When a topic is deleted, the consumer crashes, and the next one begins without it. */
  private async existingTopics(): Promise<string[]> {
    const { kafka, topics, retiredTopics = [] } = this.options;
    if (retiredTopics.length === 0) return topics;
    const admin = kafka.admin();
    await admin.connect();
    try {
      const existing = new Set(await admin.listTopics());
      return [...topics, ...retiredTopics.filter((topic) => existing.has(topic))];
    } finally {
      await admin.disconnect();
    }
  }

  private alive(consumer: Consumer): void {
    if (consumer === this.current) this.lastAlive = performance.now();
  }

  private lost(consumer: Consumer, error: Error): void {
    if (consumer !== this.current || this.leaving.signal.aborted) return;
    if (isPermanent(error)) return this.giveUp(error);
    void this.replace(error);
  }

  private replaceSilent(silentMs: number): void {
    if (this.replacing || performance.now() - this.lastAlive < silentMs) return;
    void this.replace(new Error(`no contact with its group for ${silentMs / 1000} s`));
  }

  private async replace(reason: Error): Promise<void> {
    if (this.replacing) return;
    this.replacing = true;
    const { logger, config, againAfterMs = AGAIN_AFTER_MS } = this.options;
    logger.warn({ err: reason, group: config.groupId }, 'the consumer lost its group; it joins again');
    void this.disconnect(this.current);
    const { signal } = this.leaving;
    for (;;) {
      await pause(againAfterMs, signal);
      if (signal.aborted) break;
      try {
        await this.begin();
        break;
      } catch (err) {
        if (isPermanent(err)) return this.giveUp(err as Error);
        logger.debug({ err, group: config.groupId }, 'the consumer cannot join its group now');
      }
    }
    this.replacing = false;
  }

  /** A consumer that cannot say goodbye is forgotten; the group removes it after the session time-out. */
  private async disconnect(consumer: Consumer | undefined): Promise<void> {
    await consumer?.disconnect().catch(() => {});
  }

  private giveUp(error: Error): void {
    this.letGo();
    this.options.onDead(error);
  }
}
