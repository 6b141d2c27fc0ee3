import { randomUUID } from 'node:crypto';
import { createLoggerTo } from '@probity/platform/logging';
import { LostDependencies } from '@probity/platform/lost-dependencies';
import { Metrics } from '@probity/platform/metrics';
import { EventDamaged, EventUnknown } from './damaged';
import { ReadSideBehind, type RecordedEvent, StreamCutOff } from './event-store';
import { PassedOver } from './passed-over';

const LONG = 'x'.repeat(1_000_000);
const event: RecordedEvent = { id: randomUUID(), stream: `customer-${LONG}`, revision: 0, type: LONG, data: {} };

it('messages and logs have only the beginning of a name that another program made long', () => {
  const logged: string[] = [];
  const to = { write: (line: string) => void logged.push(line) };
  const logger = createLoggerTo(to, 'info', new LostDependencies());
  const errors = [new EventDamaged(event), new EventUnknown(event), new ReadSideBehind(event.stream, -1)];
  const passedOver = new PassedOver('customers', logger, new Metrics());
  for (const error of [...errors, new StreamCutOff(event.stream, 'it was deleted')]) {
    expect(error.message.length).toBeLessThan(1_000);
    expect(error.message).toContain('customer-xxx');
  }
  passedOver.report('damaged', [event], errors[0]);
  passedOver.report('damaged', [event], errors[0]);
  expect(logged.map((line) => line.length < 10_000)).toEqual([true]);
});
