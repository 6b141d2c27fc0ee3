import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { Api } from '../testing/api';
import { StandaloneProcess } from '../testing/standalone-process';
import { temporaryFolder } from '../testing/test-postgres';
import { type Attack, type Attacker, ATTACKS } from './fairness/attacks';
import { type Seen, Victim } from './fairness/victim';
import { machine, round, say } from './report';

const HELP = `npm run fairness -- [--seconds 15] [--only <part of a name>]

The product as "npm start" runs it. One tenant posts and reads 20 times per second each. Beside it, another tenant
attacks with an ordinary key. Measures the first tenant alone, during the attack, and during the attack after the
product was killed and started again in the middle of it.

Prints JSON. "fair" says whether the 99th percentiles during an attack are at most 1.5 times those of the quiet part, or
30 ms more.`;

const MAX_FACTOR = 1.5;
const MAX_MORE_MS = 30;
const CURRENCY = 'USD';

interface Tenant {
  id: string;
  slug: string;
  key: string;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '15' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const seconds = Number(values.seconds);
  const results = [];
  for (const attack of ATTACKS.filter(({ name }) => name.includes(values.only))) {
    results.push(await measure(attack, seconds));
  }
  const fair = results.every((result) => result.fair);
  console.log(JSON.stringify({ machine: machine(), workload: { seconds }, attacks: results, fair }, null, 2));
}

async function measure(attack: Attack, seconds: number) {
  const folder = temporaryFolder('probity-fairness-');
  let product = await StandaloneProcess.start(folder, { LOG_LEVEL: 'warn' });
  try {
    const [first, second] = [await newTenant(product, 'victim'), await newTenant(product, 'attacker')];
    const apiOf = ({ key }: Tenant): Api => new Api(product.demo.base_url, key);
    const attacker = (): Attacker => ({ ...second, api: apiOf(second) });
    say(`${attack.name}: preparing`);
    const victim = await Victim.prepare(apiOf(first), first.slug, CURRENCY);
    await attack.prepare(attacker());
    const seen = () => victim.measure(apiOf(first), CURRENCY, seconds);
    const attacked = async (): Promise<Seen> => {
      const over = new AbortController();
      const running = attack.run(attacker(), over.signal);
      const result = await seen();
      over.abort();
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 1_000))]);
      return result;
    };
    await seen(); // warms up
    say(`${attack.name}: quiet`);
    const quiet = await seen();
    say(`${attack.name}: attacked`);
    const during = await attacked();
    const over = new AbortController();
    void attack.run(attacker(), over.signal);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await product.kill();
    over.abort();
    product = await StandaloneProcess.start(folder, { LOG_LEVEL: 'warn' });
    say(`${attack.name}: attacked after SIGKILL`);
    const afterKill = await attacked();
    const fair = [during, afterKill].every((part) => isFair(quiet, part));
    return {
      attack: attack.name,
      quiet,
      during,
      after_kill: afterKill,
      ratios: { during: ratio(quiet, during), after_kill: ratio(quiet, afterKill) },
      fair,
    };
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const PARTS = ['reads', 'postings'] as const;

const isFair = (quiet: Seen, part: Seen): boolean =>
  part.failed === 0 &&
  PARTS.every((of) => part[of].p99_ms <= Math.max(quiet[of].p99_ms * MAX_FACTOR, quiet[of].p99_ms + MAX_MORE_MS));

const ratio = (quiet: Seen, part: Seen): object =>
  Object.fromEntries(PARTS.map((of) => [of, round(part[of].p99_ms / quiet[of].p99_ms)]));

async function newTenant(product: StandaloneProcess, slug: string): Promise<Tenant> {
  const { demo } = product;
  const backOffice = new BackOfficeClient(demo.back_office_url, demo.operator_token);
  const dataOf = async <Data>(response: Promise<unknown>): Promise<Data> => {
    const body = (await response) as { data?: Data };
    return body.data ?? (body as Data);
  };
  const { id } = await dataOf<{ id: string }>(backOffice.post('tenants', { slug, name: slug }));
  await backOffice.post(`tenants/${slug}/currencies`, { code: CURRENCY, name: 'US Dollar', minor_unit_decimals: 2 });
  const body = { scopes: ['read', 'write'] };
  const { api_key: key } = await dataOf<{ api_key: string }>(backOffice.post(`tenants/${slug}/api-keys`, body));
  return { id, slug, key };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
