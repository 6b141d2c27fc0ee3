import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../crash/until';
import type { Random } from '../crash/random';
import type { ServiceProcess } from '../../testing/deployment/service-process';
import type { Playground } from './playground';

/** Longer than a member of a consumer group may be silent. */
const FREEZE_MS = 13_000;

/** Something that goes wrong, or is done, while postings come in; resolves when what it took is back. */
export type Disturbance = (playground: Playground, random: Random) => Promise<void>;

const killOne = (services: (playground: Playground) => ServiceProcess[]): Disturbance => {
  return async (playground, random) => {
    const [victim] = random.pick(services(playground), 1);
    await victim!.kill();
    await delay(random.between(0, 1_500));
    await victim!.start();
  };
};

/** A process that stops as if its machine had, and goes on later, when others have taken its work. */
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
  /** One that was given is not ours to restart. */
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
