import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { runTool, wholeNumber, WrongOption } from '../testing/run-tool';
import { Api } from '../testing/api';
import type { Order } from './fairness/attack-thread';
import { type Attack, ATTACKS } from './fairness/attacks';
import type { Statuses } from './fairness/posting-tenant';
import { type Product, PROFILES } from './fairness/product';
import { type Seen, Victim } from './fairness/victim';
import { machine, round, say } from './report';
import { stealing } from './processor-time';

const MAX_ATTEMPTS = 4;
const HELP = `npm run fairness -- [--profile embedded] [--rounds 3] [--seconds 10] [--only <part of a name>]

One tenant posts and reads 20 times per second each. Beside it, another tenant attacks with an ordinary key. Measures
the first tenant alone and during the attack. Then kills every process, starts it again, and measures both once more
from the first second; the attack was running when the processes were killed. Medians of the rounds count, because the
speed of a machine varies. On Linux, a round in which the hypervisor took processor time from this machine does not
count, and is repeated; after ${MAX_ATTEMPTS} times as many rounds, all of them count, and "undisturbed" is false.
Profiles: ${Object.keys(PROFILES).join(', ')}; without one, both.

Prints JSON. "fair" says whether the 99th percentiles during an attack are at most 1.5 times those of the quiet part
before it, or 30 ms more.`;

const MAX_FACTOR = 1.5;
const MAX_MORE_MS = 30;
const CURRENCY = 'USD';
const UNDER_WAY_MS = 2_000;
/** The share of the processors' time that the hypervisor may take in a round that counts. */
const MAX_STOLEN = 0.02;
/** For work that the attack leaves behind. */
const SETTLING_MS = 5_000;
/** The just-in-time compiler needs it. */
const WARM_UP_SECONDS = 30;

interface Tenant {
  id: string;
  slug: string;
  key: string;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      profile: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '10' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const [rounds, seconds] = [wholeNumber('rounds', values.rounds), wholeNumber('seconds', values.seconds)];
  const profiles = Object.entries(PROFILES).filter(([name]) => [undefined, name].includes(values.profile));
  const attacks = ATTACKS.filter(({ name }) => name.includes(values.only));
  if (profiles.length === 0) throw new WrongOption(`--profile must be one of ${Object.keys(PROFILES).join(', ')}`);
  if (attacks.length === 0) throw new WrongOption(`no attack has "${values.only}" in its name`);

  const results = [];
  for (const [profile, start] of profiles) {
    for (const attack of attacks) {
      const product = await start();
      try {
        say(`${profile}, ${attack.name}`);
        const result = await measure(product, attack, { rounds, seconds });
        say(`  ${result.fair ? 'fair' : 'not fair'}: ${JSON.stringify(result.ratios)}`);
        results.push({ profile, ...result });
      } finally {
        await product.stop();
      }
    }
  }
  const fair = results.every((result) => result.fair);
  console.log(JSON.stringify({ machine: machine(), workload: { rounds, seconds }, attacks: results, fair }, null, 2));
}

async function measure(product: Product, attack: Attack, { rounds, seconds }: { rounds: number; seconds: number }) {
  const [first, second] = [await newTenant(product, 'victim'), await newTenant(product, 'attacker')];
  const apiOf = ({ key }: Tenant): Api => new Api(product.addresses().base_url, key);
  say('  preparing');
  const victim = await Victim.prepare(apiOf(first), first.slug, CURRENCY);
  await attack.prepare({ ...second, api: apiOf(second) });
  const seen = () => victim.measure(apiOf(first), CURRENCY, seconds);
  await victim.measure(apiOf(first), CURRENCY, WARM_UP_SECONDS);
  const measured: Round[] = [];
  const undisturbed = () => measured.filter(({ stolen }) => stolen <= MAX_STOLEN);
  const loaded = () => RunningAttack.load(attack.name, second);
  const attacked = async (running: RunningAttack): Promise<{ result: Seen; statuses: Statuses }> => {
    running.begin(product.addresses().base_url);
    const result = await seen();
    const statuses = await running.end();
    await delay(SETTLING_MS);
    return { result, statuses };
  };
  const once = async (): Promise<Round> => {
    const stolen = stealing();
    const quiet = await seen();
    const during = await attacked(await loaded());
    await product.killAndStart();
    const quiet_after_kill = await seen();
    const [running, next] = await Promise.all([loaded(), loaded()]);
    running.begin(product.addresses().base_url);
    await delay(UNDER_WAY_MS);
    await product.killAndStart();
    await running.end();
    const after_kill = await attacked(next);
    const responses = [during.statuses, after_kill.statuses];
    return {
      quiet,
      during: during.result,
      quiet_after_kill,
      after_kill: after_kill.result,
      responses,
      stolen: stolen(),
    };
  };
  while (undisturbed().length < rounds && measured.length < rounds * MAX_ATTEMPTS) {
    say(`  round ${measured.length + 1}; ${undisturbed().length} of ${rounds} count`);
    measured.push(await once());
  }
  const isUndisturbed = undisturbed().length === rounds;
  const counted = isUndisturbed ? undisturbed() : measured;
  const part = (name: Part): Middle => middleOf(counted.map((result) => result[name]));
  const [quiet, during] = [part('quiet'), part('during')];
  const [quietAfterKill, afterKill] = [part('quiet_after_kill'), part('after_kill')];
  return {
    attack: attack.name,
    quiet,
    during,
    quiet_after_kill: quietAfterKill,
    after_kill: afterKill,
    responses_to_the_attack: notRejected(counted.flatMap(({ responses }) => responses)),
    undisturbed: isUndisturbed,
    stolen_of_rounds: measured.map(({ stolen }) => round(stolen)),
    ratios: { during: ratio(quiet, during), after_kill: ratio(quietAfterKill, afterKill) },
    fair: isFair(quiet, during) && isFair(quietAfterKill, afterKill),
  };
}

type Part = 'quiet' | 'during' | 'quiet_after_kill' | 'after_kill';

interface Round extends Record<Part, Seen> {
  /** to the attack */
  responses: Statuses[];
  /** the share of the processors' time that the hypervisor took */
  stolen: number;
}

/**
 * @throws Error when the product rejected all requests of the attack: then nothing attacked, and the figures mean
 *   nothing. A request without a response, or with 503, was work.
 */
function notRejected(rounds: Statuses[]): Statuses[] {
  const statuses = rounds.flatMap((round) => Object.keys(round));
  if (statuses.length > 0 && statuses.every((status) => status.startsWith('4'))) {
    throw new Error(`the product rejected all of the attack: ${JSON.stringify(rounds)}`);
  }
  return rounds;
}

/** An attack in a thread of its own. */
class RunningAttack {
  private constructor(private readonly thread: Worker) {}

  /** Returns when the attack can begin at once. */
  static async load(attack: string, tenant: Tenant): Promise<RunningAttack> {
    const order: Order = { attack, tenant };
    const thread = new Worker(join(__dirname, 'fairness', 'attack-thread.js'), { workerData: order });
    await once(thread, 'message');
    return new RunningAttack(thread);
  }

  begin(baseUrl: string): void {
    this.thread.postMessage(baseUrl);
  }

  /** Returns how many responses had each status. */
  async end(): Promise<Statuses> {
    const statuses = once(this.thread, 'message') as Promise<[Statuses]>;
    this.thread.postMessage('end');
    const [counted] = await statuses;
    await this.thread.terminate();
    return counted;
  }
}

const PARTS = ['reads', 'postings'] as const;

/** What the victim saw in the rounds together, in milliseconds. */
interface Middle extends Record<
  (typeof PARTS)[number],
  { p50_ms: number; p99_ms: number; p99_of_rounds_ms: number[] }
> {
  failed: number;
}

function middleOf(rounds: Seen[]): Middle {
  const of = (part: (typeof PARTS)[number]) => ({
    p50_ms: median(rounds.map((seen) => seen[part].p50_ms)),
    p99_ms: median(rounds.map((seen) => seen[part].p99_ms)),
    p99_of_rounds_ms: rounds.map((seen) => seen[part].p99_ms),
  });
  const failed = rounds.reduce((sum, seen) => sum + seen.failed, 0);
  return { reads: of('reads'), postings: of('postings'), failed };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const isFair = (quiet: Middle, part: Middle): boolean =>
  part.failed === 0 &&
  PARTS.every((of) => part[of].p99_ms <= Math.max(quiet[of].p99_ms * MAX_FACTOR, quiet[of].p99_ms + MAX_MORE_MS));

const ratio = (quiet: Middle, part: Middle): object =>
  Object.fromEntries(PARTS.map((of) => [of, round(part[of].p99_ms / quiet[of].p99_ms)]));

async function newTenant(product: Product, slug: string): Promise<Tenant> {
  const { back_office_url, operator_token } = product.addresses();
  const backOffice = new BackOfficeClient(back_office_url, operator_token);
  const dataOf = async <Data>(response: Promise<unknown>): Promise<Data> => {
    const body = (await response) as { data?: Data };
    return body.data ?? (body as Data);
  };
  const { id } = await dataOf<{ id: string }>(
    backOffice.post('tenants', { slug, name: slug, four_eyes: false, reason: 'a benchmark' }),
  );
  await backOffice.post(`tenants/${slug}/currencies`, {
    code: CURRENCY,
    name: 'US Dollar',
    minor_unit_decimals: 2,
    reason: 'a benchmark',
  });
  const body = { scopes: ['read', 'write'], reason: 'a measurement' };
  const { api_key: key } = await dataOf<{ api_key: string }>(backOffice.post(`tenants/${slug}/api-keys`, body));
  return { id, slug, key };
}

runTool(HELP, main);
