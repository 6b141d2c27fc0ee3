import type { Page, Response } from 'playwright-core';
import { DeskScene } from './desk-scene';
import type { Person } from './person';

const SOON_MS = 2_000;

describe('a page of the desk under changes of others', () => {
  let scene: DeskScene;
  let officer: Person;
  beforeAll(async () => {
    scene = await DeskScene.start();
    officer = await scene.signedIn('officer');
  }, 300_000);
  afterAll(async () => {
    expect(scene.problems).toEqual([]);
    await scene.stop();
  });

  it('shows a new alert within two seconds', async () => {
    await officer.press('g', 'a');
    await scene.matches(1, 'crime', 'Orla Quenby Thistlewick');
    const row = officer.page.getByRole('link', { name: /Orla Quenby Thistlewick/ }).first();
    await row.waitFor({ timeout: SOON_MS });
  });

  it('does not grow', async () => {
    const [alertId] = await scene.alerts();
    await underChanges(officer.page, alertId!, 5);
    const before = await sizeOf(officer.page);
    await underChanges(officer.page, alertId!, 15);
    const after = await sizeOf(officer.page);
    for (const what of ['Nodes', 'JSEventListeners'] as const) {
      expect(after[what]).toBeLessThanOrEqual(before[what]! * 1.05);
    }
  });

  it('is left for the sign-in when the session ends elsewhere', async () => {
    const { page } = officer;
    const sessions = new URL('/api/v1/me/sessions', page.url()).href;
    const { data } = (await (await page.request.get(sessions)).json()) as {
      data: { id: string; is_current: boolean }[];
    };
    const token = (await officer.context.cookies()).find(({ name }) => name === '__Host-probity_csrf')!.value;
    const { id } = data.find(({ is_current }) => is_current)!;
    const ended = await page.request.delete(`${sessions}/${id}`, { headers: { 'x-csrf-token': token } });
    expect(ended.status()).toBe(204);
    await page.waitForURL(/sign-in/);
  });

  /** Changes an alert until the page has read its alerts again so often. */
  async function underChanges(page: Page, alertId: string, reads: number): Promise<void> {
    let left = reads;
    const count = (response: Response): void => {
      if (/\/alerts\/queue\?/.test(response.url())) left -= 1;
    };
    page.on('response', count);
    for (let n = 0; left > 0; n++) await scene.tag(alertId, `tag-${n % 7}`);
    page.off('response', count);
  }
});

/** What the page holds after a collection of garbage, as the browser counts it. */
async function sizeOf(page: Page): Promise<Record<string, number>> {
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Performance.enable');
  await inspector.send('HeapProfiler.collectGarbage');
  const { metrics } = await inspector.send('Performance.getMetrics');
  await inspector.detach();
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}
