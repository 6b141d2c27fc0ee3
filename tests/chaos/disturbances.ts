import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../crash/until';
import type { Random } from '../crash/random';
import type { ServiceProcess } from '../../testing/deployment/service-process';
import type { Playground } from './playground';

/** Longer than the session timeout of a consumer group, so other members take over the partitions. */
const FREEZE_MS = 13_000;

/** A failure or an operation during the posting load. Resolves when everything that it stopped runs again. */
export type Disturbance = (playground: Playground, random: Random) => Promise<void>;

const killOne = (services: (playground: Playground) => ServiceProcess[]): Disturbance => {
  return async (playground, random) => {
    const [victim] = random.pick(services(playground), 1);
    await victim!.kill();
    await delay(random.between(0, 1_500));
    await victim!.start();
  };
};

/** Freezes a process, as if its machine had stopped, and wakes it after others have taken over its work. */
const freezeOne = (services: (playground: Playground) => ServiceProcess[]): Disturbance => {
  return async (playground, random) => {
    const [victim] = random.pick(services(playground), 1);
    process.kill(victim!.pid, 'SIGSTOP');
    await delay(FREEZE_MS);
    process.kill(victim!.pid, 'SIGCONT');
    await until(`${victim!.app} is ready again`, () => victim!.isReady(), 60_000);
  };
};

export const DISTURBANCES = {
  'kill a gateway': killOne(({ deployment }) => deployment.gateways),
  'kill a ledger': killOne(({ deployment }) => deployment.ledgers),
  'kill a relay': killOne(({ deployment }) => deployment.relays),
  'kill both ledgers': async ({ deployment }) => {
    await Promise.all(deployment.ledgers.map((ledger) => ledger.kill()));
    await Promise.all(deployment.ledgers.map((ledger) => ledger.start()));
  },
  'roll the ledgers': async ({ deployment }) => {
    for (const ledger of deployment.ledgers) {
      const code = await ledger.stop();
      if (code !== 0)
        throw new Error(`a ledger that was asked to stop ended with ${code}:\n${ledger.printed.slice(-2_000)}`);
      await ledger.start();
    }
  },
  'freeze a ledger': freezeOne(({ deployment }) => deployment.ledgers),
  'freeze a relay': freezeOne(({ deployment }) => deployment.relays),
  /** Does nothing to a broker from KAFKA_BROKERS: tests must not restart it. */
  'restart the broker': async (playground) => {
    await playground.kafka.restart?.();
    await playground.isWell();
  },
  'restart Postgres': async (playground) => {
    const killed = playground.postgresPid;
    process.kill(killed, 'SIGKILL');
    await until('there is a new Postgres', () => playground.postgresPid > 0 && playground.postgresPid !== killed);
    await playground.isWell();
  },
} satisfies Record<string, Disturbance>;

export type DisturbanceName = keyof typeof DISTURBANCES;
