import { join } from 'node:path';
import { type DemoTenant, readDemoTenant } from '../connection/read-demo';
import { command } from '../declaration/command';
import { defaulted, number } from '../declaration/options';
import type { DemoOutcome } from '../demo/fill/run-demo';
import { facts } from '../output/table';
import { report } from '../output/report';

const MAX_SEED = 999_999;
const SEED = defaulted(
  '--seed <number>',
  'the same seed gives the same people, amounts and alerts',
  number(/^\d{1,6}$/, `a whole number from 0 to ${MAX_SEED}`),
  1,
);

const NOTES = `
It fills the demo tenant of this machine, which \`npm start\` has made, in less than a minute: 200 invented customers,
20,000 transactions of the last 90 days, a list of its own with matches, alerts, cases and proposals in every state.
It sends them over the API, with the key of the demo tenant, and decides as its staff; it changes no settings or limits.

A tenant has one such bank. A second run changes nothing, and says so. A run that was interrupted is continued.`;

/** Fills the demo tenant with a bank that is worth looking at. */
export const addDemoCommand = command({
  usage: 'demo',
  summary: 'fill the demo tenant with customers, transactions, alerts and cases, for a look at the desk',
  example: '--seed 7',
  options: { seed: SEED },
  notes: NOTES,
  run: async ({ seed }, { surroundings: { env }, progress, answer }) => {
    const tenant = readDemoTenant(join(env.PROBITY_DATA_DIR || '.probity', 'demo.json'));
    const { runDemo } = await import('../demo/fill/run-demo');
    const outcome = await runDemo(tenant, seed, env, progress);
    answer(outcome, outcomeText(outcome, tenant));
  },
});

function outcomeText(outcome: DemoOutcome, { back_office_url }: DemoTenant): string {
  const { tenant, seed, filled, seconds, customers, events, alerts, cases, proposals } = outcome;
  const did = filled
    ? `Tenant ${tenant} is filled from seed ${seed}, in ${seconds} s. Its settings and limits are as before.`
    : `Tenant ${tenant} was filled from seed ${seed} before. No changes were made.`;
  return report(
    did,
    facts([
      ['customers', count(customers)],
      ['events', count(events)],
      ['alerts', `${count(alerts.total)}: ${listed(alerts.by_status)}`],
      ['', listed(alerts.by_severity)],
      ['cases', listed(cases)],
      ['proposals', listed(proposals)],
    ]),
    `Look at it in a browser: ${new URL('/desk/', back_office_url).href}\nSign in with what this prints: probity desk --demo officer`,
  );
}

const count = (number: number): string => number.toLocaleString('en-US');
const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([word, number]) => `${count(number)} ${word}`)
    .join(', ');
