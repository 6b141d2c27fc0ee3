import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { CODE_STEP_S, oneTimeCode } from '@probity/platform/one-time-codes';
import { type DemoPerson, readDemoStaff } from '../../apps/standalone/demo/demo-staff';
import { probity } from '../deployment/command-line';
import { runTool, WrongOption } from '../run-tool';
import { StandaloneProcess } from '../standalone-process';
import { temporaryFolder } from '../test-postgres';
import { startChromium } from './chromium';
import { type Screen, SCREENS } from './screens';

const STEP_MS = CODE_STEP_S * 1_000;
const QUIET_MS = 300;
const VIEWPORT = { width: 1_280, height: 800 };
const HELP = `npm run docs:pictures [-- --only <picture>] [--to <folder>]

Takes a picture of each screen of the desk, with the demo in it, and writes them to docs/pictures/.
It starts a product of its own, on free ports, in a temporary folder. testing/browser/screens.ts lists the screens.`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, to: { type: 'string' } } });
  const screens = SCREENS.filter(({ picture }) => values.only === undefined || picture === values.only);
  if (screens.length === 0) {
    throw new WrongOption(`--only must be one of ${SCREENS.map(({ picture }) => picture).join(', ')}`);
  }
  const to = resolve(values.to ?? 'docs/pictures');
  mkdirSync(to, { recursive: true });
  const folder = temporaryFolder('pictures-');
  const product = await StandaloneProcess.start(folder, { LOG_LEVEL: 'warn' });
  try {
    console.log(await probity(['demo'], { PROBITY_DATA_DIR: folder }));
    const browser = await startChromium();
    try {
      await takeAll(browser, product, screens, to);
    } finally {
      await browser.close();
    }
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function takeAll(browser: Browser, product: StandaloneProcess, screens: Screen[], to: string): Promise<void> {
  const { back_office_url, tenant_slug } = product.demo;
  const staff = readDemoStaff(product.dataDirectory)!;
  const pages = new Map<string, Page>();
  for (const screen of screens) {
    const { who, picture } = screen;
    if (!pages.has(who)) {
      const person = staff.find(({ name }) => name === who)!;
      pages.set(who, await signedIn(browser, new URL('/desk/', back_office_url).href, person));
    }
    await take(
      pages.get(who)!,
      screen,
      new URL(`/desk/${tenant_slug}/`, back_office_url).href,
      join(to, `${picture}.png`),
    );
    console.log(`${picture}.png`);
  }
}

/** In a clock of its own: Chromium shows times as the machine's language and zone do. */
async function signedIn(browser: Browser, desk: string, { email, password, code_secret }: DemoPerson): Promise<Page> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  await page.goto(desk);
  await page.getByLabel('Email').fill(email);
  await page.locator('input[type=password]').fill(password);
  // The code of this half minute may have been used to fill the demo.
  await delay(STEP_MS - (Date.now() % STEP_MS) + 100);
  await page.getByLabel('One-time code').fill(oneTimeCode(code_secret));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor();
  return page;
}

async function take(
  page: Page,
  { path, opens, row, then, keys = [] }: Screen,
  desk: string,
  file: string,
): Promise<void> {
  await page.goto(new URL(path, desk).href);
  await shown(page);
  if (opens) {
    const rows = row ? page.getByRole('row').filter({ hasText: row }) : page.getByRole('table');
    await follow(page, rows.getByRole('link', { name: opens }));
  }
  if (then) await follow(page, page.getByRole('main').getByRole('link', { name: then }));
  for (const key of keys) await page.keyboard.press(key);
  await shown(page);
  await page.screenshot({ path: file, animations: 'disabled' });
}

async function follow(page: Page, link: Locator): Promise<void> {
  const { pathname } = new URL(page.url());
  await link.first().click();
  await page.waitForURL((url) => url.pathname !== pathname);
  await shown(page);
}

/** Waits until the page has its heading and nothing on it is still loading. */
async function shown(page: Page): Promise<void> {
  await page.waitForTimeout(QUIET_MS); // the page has begun to load what it needs
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

runTool(HELP, main);
