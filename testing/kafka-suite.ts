import { rmSync } from 'node:fs';
import { obtainKafka, type TestKafka } from './kafka';
import { freePort } from './kafka/free-port';
import { JavaBroker } from './kafka/java-broker';
import { findKafkaOnJava } from './kafka/kafka-on-java';
import { sharedKafka } from './kafka-run';
import { temporaryFolder } from './test-postgres';

const OBTAIN_TIMEOUT_MS = 120_000;

/** A broker that this test run started, so it may also restart it. */
export type OwnKafka = TestKafka & Required<Pick<TestKafka, 'restart'>>;

/**
 * A `describe` with a real Kafka broker, for files named `*.kafka.spec.ts`. All spec files of a run share
 * the broker, so topics, groups and transactional ids need names that no other test uses.
 * Without a broker, the suite is reported as skipped, with the reason. With
 * PROBITY_REQUIRE_KAFKA=true it fails instead.
 */
export function describeWithKafka(name: string, body: (kafka: () => TestKafka) => void): void {
  const shared = sharedKafka();
  if (typeof shared === 'string') describe(name, () => hasNone(shared));
  else describe(name, () => body(() => shared));
}

/**
 * Like `describeWithKafka`, with a separate broker for this suite that the tests may restart. The suite is
 * skipped if KAFKA_BROKERS is set, because tests must not restart a broker that they did not start.
 */
export function describeWithOwnKafka(name: string, body: (kafka: () => OwnKafka) => void): void {
  const shared = sharedKafka();
  describe(name, () => {
    if (typeof shared === 'string') return hasNone(shared);
    if (shared.source === 'given')
      return it.skip('skipped: tests must not restart the broker that KAFKA_BROKERS names', () => {});
    let own: TestKafka | undefined;
    beforeAll(async () => {
      own = await obtainKafka(true);
    }, OBTAIN_TIMEOUT_MS);
    afterAll(() => own?.stop());
    body(() => own as OwnKafka);
  });
}

/**
 * Like `describeWithOwnKafka`, for tests that read the files of the broker. The suite is skipped if the broker runs
 * elsewhere than in a process of this machine.
 *
 * @param settings of the broker, in addition to those of all test brokers
 */
export function describeWithBrokerFiles(
  name: string,
  settings: Readonly<Record<string, string>>,
  body: (broker: () => JavaBroker) => void,
): void {
  const shared = sharedKafka();
  describe(name, () => {
    if (typeof shared === 'string') return hasNone(shared);
    if (shared.source !== 'java') return it.skip('skipped: the broker does not run on Java on this machine', () => {});
    const folder = temporaryFolder('probity-kafka-');
    let broker: JavaBroker;
    beforeAll(async () => {
      broker = await JavaBroker.start(await findKafkaOnJava(), folder, await freePort(), true, settings);
    }, OBTAIN_TIMEOUT_MS);
    afterAll(async () => {
      await broker?.kill();
      rmSync(folder, { recursive: true, force: true });
    });
    body(() => broker);
  });
}

/** Reports the whole suite as one skipped or failed test. */
function hasNone(reason: string): void {
  if (process.env.PROBITY_REQUIRE_KAFKA !== 'true') return it.skip(`skipped: ${reason}`, () => {});
  it('has a Kafka broker, which PROBITY_REQUIRE_KAFKA asks for', () => {
    throw new Error(reason);
  });
}
