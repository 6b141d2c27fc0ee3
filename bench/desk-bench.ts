import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startChromium } from '../testing/browser/chromium';
import { probity } from '../testing/deployment/command-line';
import { runTool, wholeNumber } from '../testing/run-tool';
import { StandaloneProcess } from '../testing/standalone-process';
import { temporaryFolder } from '../testing/test-postgres';
import { readDemoStaff } from '../apps/standalone/demo/demo-staff';
import { Person } from '../tests/desk/person';
import { measureClicks } from './desk-clicks';
import { multiplyDemo } from './many-alerts';
import { postgresUrl } from './product-postgres';
import { machine, say } from './report';

const HELP = `npm run bench:desk -- [--alerts 1000000] [--customers 200000] [--rounds 40]

Runs the product as "npm start" does, fills it with "probity demo", and multiplies its customers and alerts. Then it
opens the desk in a browser as an officer, and measures the time from a click until the content is there: lists, an
alert, a customer, a search, figures. The same clicks with the demo alone are the baseline.

Prints JSON.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      alerts: { type: 'string', default: '1000000' },
      customers: { type: 'string', default: '200000' },
      rounds: { type: 'string', default: '40' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const [alerts, customers, rounds] = (['alerts', 'customers', 'rounds'] as const).map((name) =>
    wholeNumber(name, values[name]),
  ) as [number, number, number];
  console.log(JSON.stringify(await bench(customers, alerts, rounds), null, 2));
}

async function bench(customers: number, alerts: number, rounds: number): Promise<object> {
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
    const baseline = await measureClicks(officer.page, desk, rounds);
    const filled = await multiplyDemo(postgresUrl(folder), customers, alerts);
    const clicks = await measureClicks(officer.page, desk, rounds);
    return {
      machine: machine(),
      workload: { ...filled, profile: 'one process, embedded Postgres, the browser on the same machine' },
      baseline_with_the_demo: baseline,
      clicks,
      problems: officer.problems,
    };
  } finally {
    await browser.close();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

runTool(HELP, main);
