import { getPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Piscina } from 'piscina';
import type { DatabaseOptions } from '@probity/persistence/database-options';
import { SharedQuery } from '@probity/persistence/shared-query';
import { concerning } from '@probity/platform/dependency-errors';
import { Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { SCREENING_THREAD } from '../thread-files';
import type { ScreeningFindings } from './customer-screening';
import type { RemoteScreening } from './remote-screening';
import type { ScreeningCall, ScreeningReply, ScreeningThreadData } from './screening-thread';
import { TenantPlaces } from './tenant-places';

/** Calls in the thread at the same time. They take turns there between two subjects. */
const MAX_AT_ONCE = 64;
/** Transactions of one tenant that go to the thread together: a message between threads costs more than a screening. */
const MAX_TOGETHER = 128;
/** Of the JavaScript heap of the thread, which holds all list entries. */
const MAX_HEAP_MB = 4_096;
/**
 * Requests come first when all processors are busy: then the thread gets a tenth of what a normal one gets. A process in
 * the background has this priority already.
 */
export const NICE = 10;
const POOL = { poolSize: 3, queryTimeoutMs: 60_000 };
const LOOK_MS = 1_000;
/** A thread whose pulse stands still this long is stuck: a subject takes milliseconds. */
const STUCK_AFTER_LOOKS = 30;

type Profile = Parameters<RemoteScreening['screenProfile']>;
type Transaction = Parameters<RemoteScreening['screenTransaction']>;
type Changes = Parameters<RemoteScreening['screenChanges']>;

interface Waiting {
  call: ScreeningCall;
  resolve: (reply: ScreeningReply) => void;
  reject: (error: unknown) => void;
}

/**
 * Screens in a worker thread with a connection of its own, which has the entries of all lists in memory. So a customer
 * with hundreds of parties, or a tenant with a long list, keeps no request waiting. A tenant has at most two calls in
 * the thread; its others wait.
 */
export class ThreadedScreening implements RemoteScreening {
  private readonly pulse = new Int32Array(new SharedArrayBuffer(4));
  private readonly places = new TenantPlaces();
  /** transactions that wait for a place, by tenant */
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly refreshes = new SharedQuery<never, void>(() => this.call({ method: 'refresh', about: [] }));
  private pool: Piscina | undefined;
  private stuck = new AbortController();
  private watching: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly access: DatabaseOptions,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  refresh(): Promise<void> {
    return this.refreshes.ask([]);
  }

  screenProfile(...[tenantId, customerId, profile, { screening }, until]: Profile) {
    const about: Profile = [tenantId, customerId, profile, { screening }, until];
    return this.observed('customer', () =>
      this.places.run(tenantId, () => this.call<ScreeningFindings>({ method: 'screenProfile', about })),
    );
  }

  screenTransaction(tenantId: string, customerId: string, subjects: Transaction[2], { screening }: Profile[3]) {
    const about: Transaction = [tenantId, customerId, subjects, { screening }];
    return this.observed('counterparty', async () =>
      resultOf<ScreeningFindings>(await this.together(tenantId, { method: 'screenTransaction', about })),
    );
  }

  screenChanges(...about: Changes) {
    return this.call<Awaited<ReturnType<RemoteScreening['screenChanges']>>>({ method: 'screenChanges', about });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.watching);
    await this.pool?.destroy();
  }

  private async observed<Result>(of: 'customer' | 'counterparty', screen: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    try {
      return await screen();
    } finally {
      this.metrics.observeScreening(of, (performance.now() - begun) / 1_000);
    }
  }

  /** Sends the call with others of the tenant that wait at the same time. */
  private together(tenantId: string, call: ScreeningCall): Promise<ScreeningReply> {
    const waiting = this.waiting.get(tenantId) ?? [];
    this.waiting.set(tenantId, waiting);
    const reply = new Promise<ScreeningReply>((resolve, reject) => waiting.push({ call, resolve, reject }));
    // There are always enough sends under way for all that wait.
    if (waiting.length % MAX_TOGETHER === 1) void this.places.run(tenantId, () => this.sendWaiting(tenantId));
    return reply;
  }

  private async sendWaiting(tenantId: string): Promise<void> {
    await nextTurn(); // calls of the same turn go together
    const waiting = this.waiting.get(tenantId) ?? [];
    const batch = waiting.splice(0, MAX_TOGETHER);
    if (waiting.length === 0) this.waiting.delete(tenantId);
    if (batch.length === 0) return;
    try {
      const replies = await this.send(batch.map(({ call }) => call));
      batch.forEach(({ resolve }, index) => resolve(replies[index]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  private async call<Result>(call: ScreeningCall): Promise<Result> {
    const [reply] = await this.send([call]);
    return resultOf<Result>(reply!);
  }

  private async send(calls: ScreeningCall[]): Promise<ScreeningReply[]> {
    if (this.isStopped) throw new Refusal('overloaded', 'unavailable', 'screening has stopped');
    return (await this.thread()
      .run(calls, { signal: this.stuck.signal })
      .catch((cause: unknown) => {
        throw new Refusal('overloaded', 'unavailable', 'screening was interrupted; try again', { cause });
      })) as ScreeningReply[];
  }

  private thread(): Piscina {
    if (this.pool) return this.pool;
    const data: ScreeningThreadData = { access: { ...this.access, ...POOL }, pulse: this.pulse };
    this.pool = new Piscina({
      filename: SCREENING_THREAD,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: MAX_AT_ONCE,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      workerData: [data],
      niceIncrement: Math.max(0, NICE - getPriority()),
      atomics: 'disabled', // the thread waits for the database
    });
    this.pool.on('error', (err: unknown) => this.logger.error({ err }, 'the thread that screens failed'));
    this.watch();
    return this.pool;
  }

  /** Counts looks and not time, because the whole process may pause. */
  private watch(): void {
    let [seen, looks] = [0, 0];
    const look = (): void => {
      const pulse = Atomics.load(this.pulse, 0);
      looks = pulse === seen ? looks + 1 : 0;
      seen = pulse;
      if (looks < STUCK_AFTER_LOOKS) return;
      looks = 0;
      this.logger.error('the thread that screens is stuck; a new one starts');
      const { stuck } = this;
      this.stuck = new AbortController();
      stuck.abort();
    };
    this.watching = setInterval(look, LOOK_MS).unref();
  }
}

function resultOf<Result>(reply: ScreeningReply): Result {
  if ('result' in reply) return reply.result as Result;
  if ('refused' in reply) {
    const refusal = Refusal.fromWire(reply.refused);
    throw reply.lost ? concerning(reply.lost, refusal) : refusal;
  }
  const { message, stack } = reply.failed;
  throw Object.assign(new Error(message), stack === undefined ? {} : { stack });
}
