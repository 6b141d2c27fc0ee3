import type { LogProblem } from '@probity/contracts/audit/verification';
import { logStream } from '@probity/contracts/checkpoints/events';
import { AuditReport } from './audit-report';

const TENANT = '01a1f872-0000-7021-bb7e-1addd104c525';
const STREAM = 'customer-01a1f872-1111-7021-bb7e-1addd104c525';

function reportOf(first: LogProblem) {
  const report = new AuditReport(TENANT, false);
  report.ofLog({
    log: TENANT,
    events: 7,
    checkpoints: 2,
    problems: 1,
    sound: false,
    first,
    root_hash: '00',
    done: true,
  });
  return report.result(new Date(0));
}

it('names the stored event that the log lacks', () => {
  const report = reportOf({ kind: 'cut_log', unlogged: true, stream: STREAM, revision: 3, detail: 'the log lacks it' });
  expect(report).toMatchObject({
    verified: false,
    problems: 1,
    first: { where: STREAM, kind: 'unlogged_event', stream: STREAM, revision: 3, detail: 'the log lacks it' },
  });
  expect(report.first).not.toHaveProperty('unlogged');
});

it('names the log that was cut off', () => {
  const report = reportOf({ kind: 'cut_log', detail: 'its stream ends with event 3' });
  expect(report.first).toMatchObject({ where: logStream(TENANT), kind: 'cut_log' });
});
