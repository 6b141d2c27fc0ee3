import type { Audit, AuditReport } from './audit';
import type { Installation } from './installation';
import { type Outcome, PostingLoad } from './posting-load';
import type { Random } from './random';
import { until } from './until';

/** What is killed: the standalone process, its Postgres, or both at once, as when a machine fails. */
export const VICTIMS = ['process', 'postgres', 'both'] as const;
export type Victim = (typeof VICTIMS)[number];

export interface RoundReport extends AuditReport {
  victim: Victim;
  /** postings sent under load; repetitions by the audit are not counted */
  requests: number;
  outcomes: Record<Outcome['kind'], number>;
  /** number of unknown outcomes by reason */
  unknownWhy: Record<string, number>;
  /** from the kill until the product was ready again */
  recoveryMs: number;
}

export interface RoundOptions {
  number: number;
  victim: Victim;
  connections: number;
}

/** The range from which the number of acknowledged postings before the kill is drawn. */
const BEFORE = [10, 250] as const;
/** The number of acknowledged postings after the recovery, if only Postgres was killed. */
const AFTER = 50;

const SHOWN_OF_THE_LOG = 3_000;

/**
 * Posts to the product, kills the victim, waits for the recovery, and audits the ledgers.
 *
 * @throws Error with the end of the product's log if the product does not recover
 */
export async function crashRound(
  installation: Installation,
  audit: Audit,
  random: Random,
  options: RoundOptions,
): Promise<RoundReport> {
  try {
    return await runRound(installation, audit, random, options);
  } catch (cause) {
    const log = installation.product.printed.slice(-SHOWN_OF_THE_LOG);
    const { number, victim } = options;
    throw new Error(`round ${number} (${victim}): ${(cause as Error).message}\nthe end of the product's log:\n${log}`, {
      cause,
    });
  }
}

async function runRound(
  installation: Installation,
  audit: Audit,
  random: Random,
  { number, victim, connections }: RoundOptions,
): Promise<RoundReport> {
  const ledgers = audit.records.map((record) => record.ledger);
  const load = new PostingLoad(installation.client, ledgers, random, `round-${number}`, connections);
  await load.acknowledges(random.between(...BEFORE));

  const killedAt = performance.now();
  if (victim === 'postgres') await killPostgres(installation, load);
  else await killProcess(installation, victim === 'both');
  const recoveryMs = performance.now() - killedAt;

  if (victim === 'postgres') await load.acknowledges(AFTER);
  const sent = await load.stop();
  const report = await audit.check(installation.client, sent);
  return { victim, recoveryMs, requests: sent.length, ...count(sent.map((posting) => posting.outcome)), ...report };
}

/** Kills the product. If its Postgres is not killed too, it keeps running, and the next start has to handle that. */
async function killProcess(installation: Installation, andPostgres: boolean): Promise<void> {
  const { product } = installation;
  if (andPostgres) process.kill(product.postgresPid, 'SIGKILL');
  await product.kill();
  await installation.start();
}

/** Kills only Postgres. The product has to restart it by itself, while the load continues. */
async function killPostgres({ product, client }: Installation, load: PostingLoad): Promise<void> {
  const killed = product.postgresPid;
  process.kill(killed, 'SIGKILL');
  await until('the product has a new Postgres', () => product.postgresPid > 0 && product.postgresPid !== killed);
  await until('the product is ready again', () => client.isReady());
  await load.acknowledges(1);
}

function count(outcomes: Outcome[]): Pick<RoundReport, 'outcomes' | 'unknownWhy'> {
  const report = {
    outcomes: { acknowledged: 0, not_done: 0, unknown: 0, wrong: 0 },
    unknownWhy: {} as Record<string, number>,
  };
  for (const outcome of outcomes) {
    report.outcomes[outcome.kind]++;
    if (outcome.kind === 'unknown') report.unknownWhy[outcome.why] = (report.unknownWhy[outcome.why] ?? 0) + 1;
  }
  return report;
}
