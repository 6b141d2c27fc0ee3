import { ALERT_EVENTS, CASE_EVENTS, RETIRED_TOPICS } from '@probity/contracts/topics';
import { describeWithKafka } from '../../../../testing/kafka-suite';
import { createTestTopics, type TestTopics } from '../../../../testing/kafka-topics';
import { run } from '../../run';
import type { Surroundings } from '../../surroundings';

const retired = (successor: string): string => RETIRED_TOPICS.find((topic) => topic.successor === successor)!.name;
const ALERTS = retired(ALERT_EVENTS);
const CASES = retired(CASE_EVENTS);
const DEAD = `${ALERTS}.dead-letter`;

describeWithKafka('retired topics', (kafka) => {
  let topics: TestTopics;
  beforeEach(async () => {
    topics = await createTestTopics(kafka(), { [ALERTS]: 2, [CASES]: 1, [DEAD]: 1 });
  });

  async function probity(...args: string[]): Promise<any> {
    const surroundings = {
      env: { KAFKA_BROKERS: kafka().brokers.join(','), KAFKA_TOPIC_PREFIX: topics.prefix },
      out: '',
      err: '',
      stdout: { write: (text: string) => (surroundings.out += text) },
      stderr: { write: (text: string) => (surroundings.err += text) },
      exitCode: undefined as Surroundings['exitCode'],
    };
    await run(['topics', ...args, '--json'], surroundings);
    expect(surroundings.err).toBe('');
    return { ...JSON.parse(surroundings.out), exitCode: surroundings.exitCode };
  }
  const states = async (...args: string[]): Promise<object> => {
    const { topics: found, exitCode } = await probity('retire', ...args);
    const rows = found.map(({ name, deleted, needed }: any) => [name.slice(topics.prefix.length), deleted || needed]);
    return { ...(Object.fromEntries(rows) as object), exitCode };
  };

  /** Publishes as the relay does: each batch in a transaction, whose end has an offset too. */
  async function publish(topic: string, count: number, abort = false): Promise<void> {
    const producer = topics.kafka.producer({
      transactionalId: topics.prefix,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    const transaction = await producer.transaction();
    const messages = Array.from({ length: count }, (_, n) => ({ key: `k${n}`, value: 'v' }));
    await transaction.send({ topic: topics.prefix + topic, messages });
    await (abort ? transaction.abort() : transaction.commit());
    await producer.disconnect();
  }

  /** Reads a topic as a service does, and commits what it handled. */
  async function readAs(service: string, topic: string, count: number): Promise<void> {
    const consumer = topics.kafka.consumer({ groupId: `${topics.prefix}${service}`, maxWaitTimeInMs: 100 });
    await consumer.connect();
    await consumer.subscribe({ topics: [topics.prefix + topic], fromBeginning: true });
    let seen = 0;
    await new Promise<void>((resolve, reject) => {
      const eachMessage = async ({ message, partition }: any): Promise<void> => {
        const offset = String(Number(message.offset) + 1);
        await consumer.commitOffsets([{ topic: topics.prefix + topic, partition, offset }]);
        if (++seen === count) resolve();
      };
      consumer.run({ autoCommit: false, eachMessage }).catch(reject);
    });
    await consumer.disconnect();
  }

  it('are reported by `topics apply` and `topics list`', async () => {
    const names = [ALERTS, DEAD, CASES].map((name) => topics.prefix + name);
    expect((await probity('list')).retired).toEqual(names);
    expect((await probity('apply', '--dry-run')).retired).toEqual(names);
  });

  it('are deleted only when asked, and only when services have handled all of their facts', async () => {
    await publish(ALERTS, 2);
    await publish(CASES, 1);
    await topics.put(DEAD, [{ value: 'a dead letter' }]);
    const needed = { [ALERTS]: expect.stringContaining('have not handled'), [DEAD]: expect.stringContaining('1 dead') };
    expect(await states('--dry-run')).toEqual({ ...needed, [CASES]: null, exitCode: undefined });

    await readAs('probity-webhook-dispatcher', ALERTS, 2);
    await readAs('an-integrator', ALERTS, 2);
    await publish(ALERTS, 3, true);
    const { topics: found } = await probity('retire', '--dry-run');
    const groups = found[0].readers.map(({ group }: any) => group.slice(topics.prefix.length));
    expect(groups.sort()).toEqual(['an-integrator', 'probity-webhook-dispatcher']);
    expect(found[0]).toMatchObject({ needed: null, successor: topics.prefix + ALERT_EVENTS });

    await publish(ALERTS, 1);
    expect(await states('--dry-run')).toMatchObject({ [ALERTS]: expect.stringContaining('have not handled') });
    await readAs('probity-webhook-dispatcher', ALERTS, 1);
    expect(await states('--yes')).toEqual({ [ALERTS]: true, [DEAD]: needed[DEAD], [CASES]: true, exitCode: 1 });
    expect((await probity('list')).retired).toEqual([topics.prefix + DEAD]);
  });
});
