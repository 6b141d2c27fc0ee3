import type { Page } from 'playwright-core';
import { say } from './report';

/** A way to show something that the page has not shown before, and what a person then sees. */
interface Click {
  name: string;
  /** goes to where the click is made; not measured */
  prepare: (page: Page, round: number) => Promise<void>;
  click: (page: Page, round: number) => Promise<void>;
  seen: (page: Page, round: number) => Promise<void>;
}

const firstRow = (page: Page): Promise<void> => page.locator('tbody tr').first().waitFor();
const go = (path: string) => (page: Page) => page.goto(path, { waitUntil: 'networkidle' }).then(() => firstRow(page));
const section = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).first().click();

/** @param desk the address of the desk of the tenant, with a slash at its end */
function clicks(desk: string): Click[] {
  const queue = go(`${desk}alerts`);
  const flip = async (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();
  return [
    {
      name: 'queue',
      prepare: go(`${desk}cases`),
      click: (page) => section(page, 'Alerts'),
      seen: firstRow,
    },
    {
      name: 'queue: a view',
      prepare: queue,
      click: (page, round) =>
        page.getByText(['Unassigned', 'Overdue', 'All alerts'][round % 3]!, { exact: true }).click(),
      seen: async (page) => {
        await page.waitForURL(/view=/);
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      },
    },
    {
      name: 'queue: the next page',
      prepare: queue,
      click: flip,
      seen: async (page) => {
        await page.waitForURL(/page=2/);
        await firstRow(page);
      },
    },
    {
      name: 'alert',
      prepare: queue,
      click: async (page, round) =>
        page
          .locator('tbody tr a')
          .nth(round % 20)
          .click(),
      seen: (page) => page.getByRole('heading', { name: 'About the alert' }).waitFor(),
    },
    {
      name: 'customer',
      prepare: async (page, round) => {
        await page.goto(`${desk}customers?page=${1 + (round % 3)}`, { waitUntil: 'networkidle' });
        await firstRow(page);
      },
      click: async (page, round) =>
        page
          .locator('tbody tr a')
          .nth(round % 20)
          .click(),
      seen: (page) =>
        page
          .getByRole('heading', { name: /rating|factors/i })
          .first()
          .waitFor(),
    },
    {
      name: 'search',
      prepare: (page) => page.goto(`${desk}search`, { waitUntil: 'networkidle' }).then(() => {}),
      click: (page, round) => page.getByLabel(/^Name, email/).fill(TEXTS[round % TEXTS.length]!),
      seen: (page) => page.locator('tbody tr').first().or(page.getByText('Nothing here matches')).first().waitFor(),
    },
    {
      name: 'insights',
      prepare: queue,
      click: (page) => section(page, 'Insights'),
      seen: (page) => page.getByRole('region', { name: 'Waiting now' }).getByRole('link').first().waitFor(),
    },
  ];
}

const TEXTS = ['anna', 'mar', 'jo', 'a', 'van', 'li ', 'olg', '1.', 'copy-7', 'm a'];

export interface Clicked {
  clicks: number;
  p50_ms: number;
  p95_ms: number;
  slowest_ms: number;
}

/**
 * Measures in a browser, one click after the other, the time from each click until its content is there.
 *
 * @param only a part of the names of the clicks to measure; undefined: all
 */
export async function measureClicks(
  page: Page,
  desk: string,
  rounds: number,
  only = '',
): Promise<Record<string, Clicked>> {
  const measured: Record<string, Clicked> = {};
  for (const { name, prepare, click, seen } of clicks(desk).filter((each) => each.name.includes(only))) {
    const times: number[] = [];
    // The first two load the code of the pages.
    for (let round = -2; round < rounds; round++) {
      await prepare(page, round + 2);
      const begun = performance.now();
      await click(page, round + 2);
      await seen(page, round + 2);
      if (round >= 0) times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    const at = (share: number): number => Math.round(times[Math.ceil(times.length * share) - 1]!);
    measured[name] = { clicks: rounds, p50_ms: at(0.5), p95_ms: at(0.95), slowest_ms: at(1) };
    say(`${name}: ${JSON.stringify(measured[name])}`);
  }
  return measured;
}
