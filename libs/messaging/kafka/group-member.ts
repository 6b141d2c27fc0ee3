import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, ConsumerConfig, Kafka } from 'kafkajs';

const SESSION_TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 1_000;
/** How long the broker holds a fetch request while it has no messages. A new message ends the wait immediately. */
const FETCH_WAIT_MS = 200;
const AGAIN_AFTER_MS = 1_000;
const LOOK_EVERY_MS = 5_000;
/** After this time without contact to the cluster, the process ends, so that the orchestrator restarts it. */
const GIVE_UP_AFTER_MS = 120_000;

/**
 * Errors after which this class restarts the consumer. The library does not restart it after these, for example when
 * the group coordinator cannot be found during the restart of a broker.
 */
const isLostCluster = (error: Error): boolean =>
  /GroupCoordinatorNotFound|BrokerNotFound|NoBrokerAvailable|Connection|NumberOfRetriesExceeded/.test(error.name);

/** Partitions by topic. */
export type Assignment = Record<string, number[]>;

/**
 * A consumer that remains a member of its group. It is restarted when the cluster was unavailable. After another error,
 * or a long time without contact to the group, it gives up and calls `onDead` once.
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
    /** called when the consumer gave up; the process should then end */
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
   * Resolves when the consumer has joined its group for the first time.
   *
   * @param run runs the connected consumer; called again after the cluster was unavailable
   * @param onJoin called each time the consumer joins the group, before it reads
   */
  async join(run: () => Promise<void>, onJoin: (assignment: Assignment) => void): Promise<void> {
    const { GROUP_JOIN, HEARTBEAT, CRASH } = this.consumer.events;
    const died = new Promise<never>((_resolve, reject) => (this.failed = reject));
    died.catch(() => {}); // `join` throws it below; after `join` has resolved, only `onDead` reports it
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

  /** Whether the consumer is a member of its group and had contact to it within the session time-out. */
  get isAlive(): boolean {
    return this.hasJoined && performance.now() - this.lastAlive < SESSION_TIMEOUT_MS;
  }

  /** Ignores all later events of the consumer. */
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
        return await run(); // the next CRASH event reports a crash
      } catch {
        // The cluster is still unavailable. The `watch` timer ends the process if that takes too long.
      }
    }
  }

  private giveUp(error: Error): void {
    this.letGo();
    this.failed(error);
    this.onDead(error);
  }
}
