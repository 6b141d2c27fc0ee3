import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { Api } from '../testing/api';
import type { Demo } from '../testing/standalone-process';
import { say } from './report';

const CHANGE_EVERY_MS = 2_000;
const SAY_EVERY_MS = 300_000;
/** Counted after this share of the time: by then the page has everything that it ever keeps. */
const WARM = 0.1;

export interface OpenPage {
  minutes: number;
  changes: number;
  /** after a collection of garbage */
  at_first: PageSize;
  at_the_end: PageSize;
}

interface PageSize {
  heap_mib: number;
  nodes: number;
  listeners: number;
}

/** Leaves the queue open while a colleague changes its alerts, and measures whether the page grows. */
export async function leaveOpen(page: Page, desk: string, demo: Demo, minutes: number): Promise<OpenPage> {
  const office = new Api(demo.back_office_url, demo.operator_token);
  const path = `/tenants/${demo.tenant_slug}/alerts`;
  const { body } = await office.get(`${path}/queue?limit=20`);
  const ids = (body.data as { id: string }[]).map(({ id }) => id);
  await page.goto(`${desk}alerts`, { waitUntil: 'networkidle' });
  const begun = performance.now();
  const passed = (): number => (performance.now() - begun) / (minutes * 60_000);
  let first: PageSize | undefined;
  let said = 0;
  let changes = 0;
  for (; passed() < 1; changes++) {
    const id = ids[changes % ids.length]!;
    const { status } = await office.put(`${path}/${id}/tags`, { tags: [`tag-${changes % 7}`] });
    if (status !== 200) throw new Error(`an alert was not changed: ${status}`);
    await delay(CHANGE_EVERY_MS);
    if (passed() > WARM) first ??= await sizeOf(page);
    if (performance.now() - begun > (said + 1) * SAY_EVERY_MS) {
      said++;
      say(`open for ${said * 5} minutes: ${JSON.stringify(await sizeOf(page))}`);
    }
  }
  return { minutes, changes, at_first: first ?? (await sizeOf(page)), at_the_end: await sizeOf(page) };
}

async function sizeOf(page: Page): Promise<PageSize> {
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Performance.enable');
  await inspector.send('HeapProfiler.collectGarbage');
  const { metrics } = await inspector.send('Performance.getMetrics');
  await inspector.detach();
  const of = (wanted: string): number => metrics.find(({ name }) => name === wanted)!.value;
  const heap_mib = Math.round((of('JSHeapUsedSize') / 1024 ** 2) * 10) / 10;
  return { heap_mib, nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

export interface FirstLoad {
  /** until the queue shows its first row */
  ms: number;
  /** what the scripts take as they are sent, compressed */
  script_kb: number;
  requests: number;
}

/** Loads the queue in a browser that has nothing of the desk but the session. */
export async function firstLoad(browser: Browser, page: Page, desk: string): Promise<FirstLoad> {
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  try {
    const fresh = await context.newPage();
    const sizes: Promise<number>[] = [];
    fresh.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize));
    });
    const begun = performance.now();
    await fresh.goto(`${desk}alerts`);
    await fresh.locator('tbody tr').first().waitFor();
    const ms = Math.round(performance.now() - begun);
    const script = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    return { ms, script_kb: Math.round(script / 1_000), requests: sizes.length };
  } finally {
    await context.close();
  }
}
