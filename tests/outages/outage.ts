import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../crash/until';
import type { Surroundings } from './surroundings';

const MAX_WAIT_MS = 90_000;
const SHOWN = 1_500;

/** A failure of a part that Probity does not run itself. */
export interface Outage {
  name: string;
  /** longer than the ten seconds after which a consumer group removes a silent member, unless stated otherwise */
  seconds: number;
  begin: (around: Surroundings) => Promise<void> | void;
  /** Resolves when the part works again. */
  end: (around: Surroundings) => Promise<void> | void;
}

export interface OutageReport {
  outage: string;
  /** the services whose process ended, with the last thing that they said */
  ended: string[];
  /** the time from the end of the outage until the last service was ready */
  readyAfterMs: number;
}

/** Brings about the outage, ends it, and waits until every service is ready. */
export async function passThrough(outage: Outage, around: Surroundings): Promise<OutageReport> {
  const pids = around.services.map(({ pid }) => pid);
  await outage.begin(around);
  await delay(outage.seconds * 1000);
  await outage.end(around);
  const endedAt = performance.now();
  const areReady = async () => (await Promise.all(around.services.map((service) => service.isReady()))).every(Boolean);
  await until('every service is ready', areReady, MAX_WAIT_MS).catch(() => {});
  const readyAfterMs = Math.round(performance.now() - endedAt);
  const ended = around.services.filter((service, index) => !service.isRunning || service.pid !== pids[index]);
  return {
    outage: outage.name,
    ended: ended.map(({ app, printed }) => `${app}: ${printed.slice(-SHOWN)}`),
    readyAfterMs,
  };
}

const all =
  (work: (broker: Surroundings['brokers'][number]) => Promise<void> | void) =>
  async (around: Surroundings): Promise<void> => {
    for (const broker of around.brokers) await work(broker);
  };

export const OUTAGES_OF_EVERY_BROKER: Outage[] = [
  {
    name: 'Kafka is stopped',
    seconds: 25,
    begin: all((broker) => broker.stop()),
    end: all((broker) => broker.start()),
  },
  { name: 'Kafka is killed', seconds: 25, begin: all((broker) => broker.kill()), end: all((broker) => broker.start()) },
  {
    name: 'Kafka is frozen',
    seconds: 40,
    begin: all((broker) => broker.freeze()),
    end: all((broker) => broker.thaw()),
  },
  {
    name: 'Postgres is stopped',
    seconds: 15,
    begin: (around) => around.stopPostgres(),
    end: (around) => around.startPostgres(),
  },
];

/** Longer than any time-out in Probity. */
export const LONG_OUTAGE: Outage = { ...OUTAGES_OF_EVERY_BROKER[0]!, name: 'Kafka is stopped for long', seconds: 150 };

/** Each broker in turn leads partitions and groups, and its partners take them over. */
export const outagesOfOneBroker = (brokers: number): Outage[] =>
  Array.from({ length: brokers }, (_, index) => [
    {
      name: `broker ${index + 1} is stopped`,
      seconds: 10,
      begin: (around: Surroundings) => around.brokers[index]!.stop(),
      end: (around: Surroundings) => around.brokers[index]!.start(),
    },
  ]).flat();
