import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { PUBLISHED_STREAMS } from '@probity/contracts/facts';
import { LEDGER_EVENTS } from '@probity/contracts/topics';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { Metrics } from '@probity/platform/metrics';
import { describeWithKafka } from '../../../testing/kafka-suite';
import { createTestTopics, type TestTopics } from '../../../testing/kafka-topics';
import { beginPublishing } from './fact-publisher';

const [A, B] = [randomUUID(), randomUUID()];
const streams = PUBLISHED_STREAMS.find(({ service }) => service === 'ledger')!;

describeWithKafka('publishing facts', (broker) => {
  let topics: TestTopics;
  beforeEach(async () => {
    topics = await createTestTopics(broker(), { [LEDGER_EVENTS]: 3 });
  });

  const begin = () =>
    beginPublishing({
      kafka: topics.kafka,
      topicPrefix: topics.prefix,
      streams,
      logger: pino({ level: 'silent' }),
      metrics: new Metrics(),
    });
  const events = (ledger: string, from: number, count: number, data: object = { at: 1 }): RecordedEvent[] =>
    Array.from({ length: count }, (_, n) => ({
      id: randomUUID(),
      type: 'TransactionPosted',
      data: { ledger_id: ledger, ...data },
      stream: `ledger-${ledger}`,
      revision: from + n,
    }));
  const published = async (count: number): Promise<string[]> =>
    (await topics.read(LEDGER_EVENTS, count)).map(
      ({ headers }) => `${String(headers!.ce_subject)}@${String(headers!.ce_revision)}`,
    );

  it('keeps the order of each ledger', async () => {
    const turn = await begin();
    await turn.handle([...events(A, 0, 3), ...events(B, 0, 2)]);
    await turn.handle(events(A, 3, 2));
    await turn.end();
    const seen = await published(7);
    expect(seen.filter((one) => one.startsWith(`ledger-${A}`))).toEqual([0, 1, 2, 3, 4].map((n) => `ledger-${A}@${n}`));
    expect(seen.filter((one) => one.startsWith(`ledger-${B}`))).toEqual([`ledger-${B}@0`, `ledger-${B}@1`]);
  });

  it('rejects a replaced relay that continues to publish; readers never see its messages', async () => {
    const zombie = await begin();
    await zombie.handle(events(A, 0, 1));
    const successor = await begin();
    await successor.handle(events(A, 1, 1));
    await expect(zombie.handle(events(A, 0, 1))).rejects.toThrow();
    await successor.handle(events(A, 2, 1));
    await Promise.all([zombie.end(), successor.end()]);
    expect(await published(3)).toEqual([`ledger-${A}@0`, `ledger-${A}@1`, `ledger-${A}@2`]);
  });

  it('rejects a relay that was replaced before it had published anything', async () => {
    const zombie = await begin();
    const successor = await begin();
    await successor.handle(events(A, 0, 2));
    await expect(zombie.handle(events(A, 0, 1))).rejects.toThrow();
    await successor.handle(events(A, 2, 1));
    await Promise.all([zombie.end(), successor.end()]);
    expect(await published(3)).toEqual([`ledger-${A}@0`, `ledger-${A}@1`, `ledger-${A}@2`]);
  });

  it('publishes large batches in parts', async () => {
    const turn = await begin();
    await turn.handle(events(A, 0, 12, { text: 'x'.repeat(200_000) }));
    await turn.end();
    expect(await published(12)).toHaveLength(12);
  });

  it('skips an event that cannot be read, so that later events are published', async () => {
    const turn = await begin();
    await turn.handle([
      ...events(A, 0, 1),
      ...events(A, 1, 1).map((e) => ({ ...e, data: undefined })),
      ...events(A, 2, 1),
    ]);
    await turn.end();
    expect(await published(2)).toEqual([`ledger-${A}@0`, `ledger-${A}@2`]);
  });
});
