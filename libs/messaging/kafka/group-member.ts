import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, ConsumerConfig, Kafka } from 'kafkajs';

const SESSION_TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 1_000;
/** How long a fetch waits at the broker when there is nothing; a message ends the wait at once. */
const FETCH_WAIT_MS = 200;
const AGAIN_AFTER_MS = 1_000;
const LOOK_EVERY_MS = 5_000;
/** A cluster that has been gone for so long is somebody else's to look after: the process ends. */
const GIVE_UP_AFTER_MS = 120_000;

/**
 * The library starts a crashed consumer again after some errors and not after others: not when the
 * group's coordinator cannot be found, which is what a broker that is restarted looks like.
 */
const isLostCluster = (error: Error): boolean =>
  /GroupCoordinatorNotFound|BrokerNotFound|NoBrokerAvailable|Connection|NumberOfRetriesExceeded/.test(error.name);

/** Partitions by topic. */
export type Assignment = Record<string, number[]>;

/**
 * A consumer that stays a member of its group: it is run again when it has lost its cluster, and given
 * up, once, when it cannot be a member any longer, whether it says so or has only gone silent.
 */
export class GroupMember {
  readonly consumer: Consumer;
  private lastAlive = 0;
  private left = false;
  private watch: NodeJS.Timeout | undefined;
  private failed: (error: Error) => void = () => {};

  constructor(
    kafka: Kafka,
    config: ConsumerConfig,
    /** The process should end. */
    private readonly onDead: (error: Error) => void,
  ) {
    this.consumer = kafka.consumer({
      sessionTimeout: SESSION_TIMEOUT_MS,
      rebalanceTimeout: SESSION_TIMEOUT_MS,
      heartbeatInterval: HEARTBEAT_MS,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      minBytes: 1,
      allowAutoTopicCreation: false,
      ...config,
    });
  }

  /**
   * Resolves when it has joined its group for the first time.
   *
   * @param run runs the consumer, which is connected; called again when it has lost its cluster
   * @param onJoin is called each time it joins, before it reads
   */
  async join(run: () => Promise<void>, onJoin: (assignment: Assignment) => void): Promise<void> {
    const { GROUP_JOIN, HEARTBEAT, CRASH } = this.consumer.events;
    const died = new Promise<never>((_resolve, reject) => (this.failed = reject));
    died.catch(() => {}); // whoever waits for it is told below; later it is onDead that tells
    const joined = new Promise<void>((resolve) => {
      this.consumer.on(GROUP_JOIN, ({ payload }) => {
        this.lastAlive = performance.now();
        onJoin(payload.memberAssignment);
        resolve();
      });
    });
    this.consumer.on(HEARTBEAT, () => void (this.lastAlive = performance.now()));
    this.consumer.on(CRASH, ({ payload: { error, restart } }) => {
      if (this.left || restart) return;
      if (isLostCluster(error)) void this.runAgain(run);
      else this.giveUp(error);
    });
    const startedAt = performance.now();
    this.watch = setInterval(() => {
      if (performance.now() - Math.max(this.lastAlive, startedAt) > GIVE_UP_AFTER_MS) {
        this.giveUp(new Error('no contact with its consumer group for two minutes'));
      }
    }, LOOK_EVERY_MS);
    await run();
    await Promise.race([joined, died]);
  }

  get hasJoined(): boolean {
    return this.lastAlive > 0;
  }

  /** Whether it is a live member of its group. */
  get isAlive(): boolean {
    return this.hasJoined && performance.now() - this.lastAlive < SESSION_TIMEOUT_MS;
  }

  /** From here on nothing that happens to the consumer matters. */
  letGo(): void {
    this.left = true;
    clearInterval(this.watch);
  }

  private async runAgain(run: () => Promise<void>): Promise<void> {
    for (;;) {
      await delay(AGAIN_AFTER_MS);
      if (this.left) return;
      try {
        await this.consumer.connect();
        return await run(); // when it crashes, that is told by the next CRASH
      } catch {
        // the cluster is still away; the watch knows for how long
      }
    }
  }

  private giveUp(error: Error): void {
    this.letGo();
    this.failed(error);
    this.onDead(error);
  }
}
