import { setTimeout as delay } from 'node:timers/promises';
import { raiseLimits } from '../../testing/raise-limits';
import { Audit } from '../crash/audit';
import { PostingLoad } from '../crash/posting-load';
import { prepareLedgers } from '../crash/load-ledger';
import { Random } from '../crash/random';
import { replay } from '../crash/replay';
import { TenantClient } from '../crash/tenant-client';
import { DISTURBANCES, type DisturbanceName } from './disturbances';
import { Playground } from './playground';
import { comparePublished, type FactsReport } from './published-facts';

const LEDGERS = 3;
const CALM_POSTINGS = 50;

export interface ChaosOptions {
  seed: number;
  connections: number;
  /** the disturbances in order; or for how long to disturb at random, or with `calm` not at all */
  plan: DisturbanceName[] | { minutes: number; calm?: boolean };
  say: (text: string) => void;
}

export interface ChaosReport {
  seed: number;
  seconds: number;
  disturbances: Record<string, number>;
  requests: number;
  acknowledged: number;
  /** postings for which the service returned that nothing was done */
  not_done: number;
  unknown: number;
  /** how many postings of unknown outcome had been made */
  unknown_done: number;
  unknown_why: Record<string, number>;
  lost: number;
  duplicated: number;
  /** replayed from the event store and compared with the read side */
  transactions: number;
  facts: Omit<FactsReport, 'findings'>;
  /** the problems, one sentence each; empty if all checks pass */
  findings: string[];
}

/**
 * Disturbs a whole deployment under posting load, waits until no work is left and checks: every
 * acknowledged posting exists exactly once, every chain verifies, the read side equals a replay of the
 * events, and every fact is on its topic, in order per key.
 */
export async function runChaos({ seed, connections, plan, say }: ChaosOptions): Promise<ChaosReport> {
  const startedAt = performance.now();
  const random = new Random(seed);
  say('starting two gateways, two ledgers, two relays, a back office, Kafka and Postgres');
  const playground = await Playground.create();
  try {
    await raiseLimits(playground.demo, playground.demo.tenant_slug);
    const client = new TenantClient(playground.demo, playground.gatewayUrls);
    const ledgers = await prepareLedgers(client, LEDGERS);
    const audit = new Audit(ledgers);
    const load = new PostingLoad(client, ledgers, random, `chaos-${seed}`, connections, true);
    const done: Record<string, number> = {};
    await load.acknowledges(CALM_POSTINGS);
    if (!Array.isArray(plan) && plan.calm) await letItRun(load, plan.minutes, say);
    else {
      for (const name of namesOf(plan, random)) {
        say(`${name}: ${load.sent.length} postings so far`);
        await DISTURBANCES[name](playground, random);
        done[name] = (done[name] ?? 0) + 1;
        await load.acknowledges(CALM_POSTINGS);
      }
    }
    say('waiting until no work is left');
    const sent = await load.stop();
    await playground.isWell();

    say(`checking ${sent.length} postings`);
    const { lost, duplicated, unknownDone, findings } = await audit.check(client, sent);
    let transactions = 0;
    for (const record of audit.records) {
      const replayed = await replay(playground.databaseUrl, client, record);
      transactions += replayed.transactions;
      findings.push(...replayed.findings);
    }
    say('reading every fact');
    const { brokers } = playground.kafka;
    const { topicPrefix } = playground.deployment;
    const { findings: factFindings, ...facts } = await comparePublished(playground.databaseUrl, brokers, topicPrefix);
    const count = (kind: string): number => sent.filter(({ outcome }) => outcome.kind === kind).length;
    return {
      seed,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      disturbances: done,
      requests: sent.length,
      acknowledged: count('acknowledged'),
      not_done: count('not_done'),
      unknown: count('unknown'),
      unknown_done: unknownDone,
      unknown_why: whysOf(sent.map(({ outcome }) => outcome)),
      lost,
      duplicated,
      transactions,
      facts,
      findings: [...findings, ...factFindings],
    };
  } catch (cause) {
    const log = playground.deployment.processes.map(({ app, printed }) => `${app}: ${warningsOf(printed)}`).join('\n');
    throw new Error(`${(cause as Error).message}\nthe end of the services' output:\n${log}`, { cause });
  } finally {
    await playground.remove();
  }
}

async function letItRun(load: PostingLoad, minutes: number, say: ChaosOptions['say']): Promise<void> {
  for (let minute = 1; minute <= minutes; minute++) {
    await delay(60_000);
    say(`minute ${minute} of ${minutes}: ${load.sent.length} postings so far`);
  }
}

function* namesOf(plan: ChaosOptions['plan'], random: Random): Generator<DisturbanceName> {
  if (Array.isArray(plan)) {
    yield* plan;
    return;
  }
  const names = Object.keys(DISTURBANCES) as DisturbanceName[];
  const endsAt = performance.now() + plan.minutes * 60_000;
  while (performance.now() < endsAt) yield random.pick(names, 1)[0]!;
}

function whysOf(outcomes: { kind: string; why?: string }[]): Record<string, number> {
  const whys: Record<string, number> = {};
  for (const { kind, why } of outcomes) if (kind === 'unknown') whys[String(why)] = (whys[String(why)] ?? 0) + 1;
  return whys;
}

const warningsOf = (printed: string): string =>
  printed
    .split('\n')
    .filter((line) => !line.includes('"level":"info"'))
    .slice(-8)
    .join('\n');
