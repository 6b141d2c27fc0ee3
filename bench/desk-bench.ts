import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { startChromium } from '../testing/browser/chromium';
import { probity } from '../testing/deployment/command-line';
import { runTool, wholeNumber } from '../testing/run-tool';
import { type Demo, StandaloneProcess } from '../testing/standalone-process';
import { temporaryFolder } from '../testing/test-postgres';
import { readDemoStaff } from '../apps/standalone/demo/demo-staff';
import { Person } from '../tests/desk/person';
import { measureClicks } from './desk-clicks';
import { firstLoad, leaveOpen } from './desk-open';
import { multiplyDemo } from './many-alerts';
import { postgresUrl } from './product-postgres';
import { machine, say } from './report';

const HELP = `npm run bench:desk -- [--alerts 1000000] [--customers 200000] [--rounds 40] [--only search]
  [--open-minutes 60]

Runs the product as "npm start" does, fills it with "probity demo", and multiplies its customers and alerts. Then it
opens the desk in a browser as an officer, and measures the time from a click until the content is there: lists, an
alert, a customer, a search, figures. The same clicks with the demo alone are the baseline. It also measures a first load
without anything in the browser's cache. With --only, it measures only the clicks whose names have this part.

With --open-minutes it only leaves the queue of the demo open for so long, while alerts change every two seconds, and
measures whether the page grows.

Prints JSON.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      alerts: { type: 'string', default: '1000000' },
      customers: { type: 'string', default: '200000' },
      rounds: { type: 'string', default: '40' },
      only: { type: 'string' },
      'open-minutes': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const [alerts, customers, rounds] = (['alerts', 'customers', 'rounds'] as const).map((name) =>
    wholeNumber(name, values[name]),
  ) as [number, number, number];
  const minutes = values['open-minutes'];
  const work: Work =
    minutes === undefined
      ? (desk) => clicks(desk, customers, alerts, rounds, values.only)
      : (desk) => open(desk, wholeNumber('open-minutes', minutes));
  console.log(JSON.stringify(await atDesk(work), null, 2));
}

/** An officer of the demo at the desk. */
interface AtDesk {
  browser: Browser;
  officer: Person;
  /** the address of the desk of the tenant, with a slash at its end */
  desk: string;
  demo: Demo;
  folder: string;
}
type Work = (desk: AtDesk) => Promise<object>;

async function atDesk(work: Work): Promise<object> {
  const folder = temporaryFolder('probity-bench-');
  const product = await StandaloneProcess.start(folder, { LOG_LEVEL: 'warn' });
  const browser = await startChromium();
  try {
    say('the demo');
    await probity(['demo'], { PROBITY_DATA_DIR: folder });
    const { back_office_url, tenant_slug } = product.demo;
    const officer = await Person.open(browser, back_office_url);
    await officer.signIn(readDemoStaff(folder)!.find(({ name }) => name === 'officer')!);
    const desk = officer.at(`/${tenant_slug}/`);
    const measured = await work({ browser, officer, desk, demo: product.demo, folder });
    return { machine: machine(), ...measured, problems: officer.problems };
  } finally {
    await browser.close();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function clicks(
  { browser, officer, desk, folder }: AtDesk,
  customers: number,
  alerts: number,
  rounds: number,
  only: string | undefined,
): Promise<object> {
  const baseline = await measureClicks(officer.page, desk, rounds, only);
  const filled = await multiplyDemo(postgresUrl(folder), customers, alerts);
  return {
    workload: { ...filled, profile: 'one process, embedded Postgres, the browser on the same machine' },
    baseline_with_the_demo: baseline,
    clicks: await measureClicks(officer.page, desk, rounds, only),
    first_load: await firstLoad(browser, officer.page, desk),
  };
}

const open = async ({ officer, desk, demo }: AtDesk, minutes: number): Promise<object> => ({
  open: await leaveOpen(officer.page, desk, demo, minutes),
});

runTool(HELP, main);
