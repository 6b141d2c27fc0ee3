import { Metrics } from './metrics';

const GAUGES = { probity_depth: 'how many', probity_age: 'how old' };

describe('gauges that are read at each scrape', () => {
  it('share one read, also of several services', async () => {
    const metrics = new Metrics();
    let reads = 0;
    for (const service of ['one', 'two']) {
      const labels = { service };
      const read = () =>
        Promise.resolve([
          { gauge: 'probity_depth', labels, value: ++reads },
          { gauge: 'probity_age', labels, value: 7 },
        ]);
      metrics.watch(GAUGES, ['service'], read, () => {});
    }
    const text = await metrics.text();
    expect(text).toContain('probity_depth{service="one"} 1');
    expect(text).toContain('probity_depth{service="two"} 2');
    expect(text).toContain('probity_age{service="two"} 7');
    await metrics.text();
    expect(reads).toBe(2); // at most once a second
  });

  it('keep their last values when a read fails, and the other metrics are served', async () => {
    const metrics = new Metrics(0);
    const failures: unknown[] = [];
    let isBroken = false;
    const read = () =>
      isBroken ? Promise.reject(new Error('no database')) : Promise.resolve([{ gauge: 'probity_depth', value: 3 }]);
    metrics.watch({ probity_depth: 'how many' }, [], read, (error) => failures.push(error));
    expect(await metrics.text()).toContain('probity_depth 3');
    isBroken = true;
    const text = await metrics.text();
    expect(text).toContain('probity_depth 3');
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(failures).toHaveLength(1);
  });
});

describe('alerts by rule', () => {
  it('have a label for the first hundred rules of a process only', async () => {
    const metrics = new Metrics();
    for (let rule = 0; rule < 150; rule++) metrics.countAlert('monitoring', `rule-${rule}`);
    metrics.countAlert('monitoring', 'rule-3');
    const text = await metrics.text();
    expect(text.match(/^probity_alerts_raised_total\{/gm)).toHaveLength(101);
    expect(text).toContain('probity_alerts_raised_total{source="monitoring",rule="rule-3"} 2');
    expect(text).toContain('probity_alerts_raised_total{source="monitoring",rule="other"} 50');
  });
});
