import { Metrics } from '@probity/platform/metrics';
import { pino } from 'pino';
import { PassedOver } from './passed-over';

describe('what the log says of events that are passed over', () => {
  const lines: { stream: string; type: string; msg: string }[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const report = (passedOver: PassedOver, stream: string, advice?: string): void =>
    passedOver.report('damaged', [{ stream, revision: 0, id: 'a', type: stream, data: undefined }], undefined, advice);
  beforeEach(() => void lines.splice(0));

  it('is one line for each stream, for the first hundred of them', () => {
    const passedOver = new PassedOver('ledgers', logger, new Metrics());
    for (let n = 0; n < 500; n++) report(passedOver, 'ledger-1');
    expect(lines).toMatchObject([{ stream: 'ledger-1', msg: expect.stringContaining('a stream cannot be handled') }]);
    for (let n = 0; n < 500; n++) report(passedOver, `ledger-${n}`);
    expect(lines).toHaveLength(100);
  });

  it('shows the beginning of long names, and the advice of the follower', () => {
    report(new PassedOver('facts', logger, new Metrics()), 'x'.repeat(100_000), 'verify its stream');
    const begin = `${'x'.repeat(200)}…`;
    expect(lines).toMatchObject([{ stream: begin, type: begin, msg: 'verify its stream' }]);
  });
});
