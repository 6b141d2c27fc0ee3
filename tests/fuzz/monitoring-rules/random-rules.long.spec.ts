import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(__dirname, '../../../dist/tests/fuzz/monitoring-rules/main.js');
const RULES = 20_000;

describe('random rules on hostile events', () => {
  it('end within their time, and end no process', () => {
    const { stdout } = spawnSync(process.execPath, [MAIN, '--rules', String(RULES), '--seed', '1'], {
      encoding: 'utf8',
    });
    const report = JSON.parse(stdout) as Record<string, number | unknown[]>;
    expect(report).toMatchObject({ rules: RULES, ended_processes: 0, over_time: [], failed: false });
    expect(report.accepted).toBeGreaterThan(RULES / 3);
    expect(report.stopped).toBeGreaterThan(RULES / 1_000);
  }, 300_000);
});
