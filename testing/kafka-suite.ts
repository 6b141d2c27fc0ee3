import { obtainKafka, type TestKafka } from './kafka';
import { sharedKafka } from './kafka-run';

const OBTAIN_TIMEOUT_MS = 120_000;

/** A broker that was started here. */
export type OwnKafka = TestKafka & Required<Pick<TestKafka, 'restart'>>;

/**
 * A `describe` with a real Kafka broker, in a file named `*.kafka.spec.ts`. The broker is shared by all
 * spec files of a run, so topics, groups and transactional ids need names that no other test uses.
 * Where no broker can be had the suite is reported as skipped, with the reason; with
 * PROBITY_REQUIRE_KAFKA=true it fails instead.
 */
export function describeWithKafka(name: string, body: (kafka: () => TestKafka) => void): void {
  const shared = sharedKafka();
  if (typeof shared === 'string') describe(name, () => hasNone(shared));
  else describe(name, () => body(() => shared));
}

/**
 * The same with a broker for this suite alone, which the tests may restart. It is skipped where a broker
 * is given by KAFKA_BROKERS: that is not ours to restart.
 */
export function describeWithOwnKafka(name: string, body: (kafka: () => OwnKafka) => void): void {
  const shared = sharedKafka();
  describe(name, () => {
    if (typeof shared === 'string') return hasNone(shared);
    if (shared.source === 'given')
      return it.skip('skipped: the broker of KAFKA_BROKERS is not ours to restart', () => {});
    let own: TestKafka | undefined;
    beforeAll(async () => {
      own = await obtainKafka(true);
    }, OBTAIN_TIMEOUT_MS);
    afterAll(() => own?.stop());
    body(() => own as OwnKafka);
  });
}

/** One line of the report for a whole suite, however many tests it has. */
function hasNone(reason: string): void {
  if (process.env.PROBITY_REQUIRE_KAFKA !== 'true') return it.skip(`skipped: ${reason}`, () => {});
  it('has a Kafka broker, which PROBITY_REQUIRE_KAFKA asks for', () => {
    throw new Error(reason);
  });
}
