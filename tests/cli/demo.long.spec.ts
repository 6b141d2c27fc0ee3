import { rmSync } from 'node:fs';
import { probity } from '../../testing/deployment/command-line';
import { StandaloneProcess } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';

/** What `probity demo --json` prints. */
interface Demo {
  filled: boolean;
  customers: number;
  alerts: { total: number; by_status: Record<string, number>; by_severity: Record<string, number> };
  cases: Record<string, number>;
  proposals: Record<string, number>;
}

describe('probity demo', () => {
  const folder = temporaryFolder('demo-');
  let product: StandaloneProcess;
  beforeAll(async () => {
    product = await StandaloneProcess.start(folder, { LOG_LEVEL: 'warn' });
  }, 300_000);
  afterAll(async () => {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const demo = async (...args: string[]): Promise<Demo> =>
    JSON.parse(await probity(['demo', '--json', ...args], { PROBITY_DATA_DIR: folder })) as Demo;

  it('fills the demo tenant with a bank in every state, once', async () => {
    const first = await demo();
    expect(first).toMatchObject({ filled: true, customers: 200 });
    expect(first.alerts.total).toBeGreaterThan(150);
    expect(first.alerts.total).toBeLessThan(500);
    expect(Object.keys(first.alerts.by_status).toSorted()).toEqual(['dismissed', 'escalated', 'open', 'resolved']);
    expect(Object.keys(first.alerts.by_severity).toSorted()).toEqual(['critical', 'high', 'low', 'medium']);
    expect(first.alerts.by_severity.critical).toBeLessThan(first.alerts.total / 10);
    expect(Object.keys(first.cases).toSorted()).toEqual(['closed', 'open']);
    expect(Object.keys(first.proposals).toSorted()).toEqual(['applied', 'declined', 'pending', 'withdrawn']);

    const { filled, ...second } = await demo();
    expect(filled).toBe(false);
    expect(second.alerts).toEqual(first.alerts);
    await expect(demo('--seed', '2')).rejects.toThrow(/demo-seed-1/);
  }, 240_000);
});
