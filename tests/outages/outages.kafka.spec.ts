import { Client } from 'pg';
import { describeWithKafka } from '../../testing/kafka-suite';
import { Audit } from '../crash/audit';
import { prepareLedgers } from '../crash/load-ledger';
import { PostingLoad } from '../crash/posting-load';
import { Random } from '../crash/random';
import { TenantClient } from '../crash/tenant-client';
import { ComplianceLoad } from './compliance-load';
import { LONG_OUTAGE, type OutageReport, OUTAGES_OF_EVERY_BROKER, outagesOfOneBroker, passThrough } from './outage';
import { Surroundings } from './surroundings';

const LEDGERS = 3;
const CONNECTIONS = 8;
const BETWEEN_OUTAGES = 20;
const MAX_READY_MS = 10_000;
const TIMEOUT_MS = 900_000;

describe.each([
  { brokers: 1, outages: [...OUTAGES_OF_EVERY_BROKER, LONG_OUTAGE] },
  { brokers: 3, outages: outagesOfOneBroker(3) },
])('services on $brokers broker(s), under load', ({ brokers, outages }) => {
  describeWithKafka('through outages', () => {
    const withJava = process.env.TEST_KAFKA_SOURCE === 'java' ? it : it.skip;
    const reports: OutageReport[] = [];
    let around: Surroundings | undefined;
    let missing: string[];
    let audited: { lost: number; duplicated: number; findings: string[] };

    beforeAll(async () => {
      if (process.env.TEST_KAFKA_SOURCE !== 'java') return;
      around = await Surroundings.create(brokers);
      const client = new TenantClient(around.demo);
      const ledgers = await prepareLedgers(client, LEDGERS);
      const audit = new Audit(ledgers);
      const random = new Random(Date.now() % 1_000_000);
      const postings = new PostingLoad(client, ledgers, random, `outages-${brokers}`, CONNECTIONS, true);
      const compliance = new ComplianceLoad(around.demo);
      const goOn = () =>
        Promise.all([postings.acknowledges(BETWEEN_OUTAGES), compliance.acknowledges(BETWEEN_OUTAGES)]);
      await goOn();
      for (const outage of outages) {
        reports.push(await passThrough(outage, around));
        process.stderr.write(`${JSON.stringify(reports.at(-1))}\n`);
        await goOn();
      }
      await compliance.stop();
      const sent = await postings.stop();
      audited = await audit.check(client, sent);
      const database = new Client({ connectionString: around.databaseUrl });
      await database.connect();
      try {
        missing = await compliance.missing(database);
      } finally {
        await database.end();
      }
      const count = (kind: string) => sent.filter(({ outcome }) => outcome.kind === kind).length;
      const counts = { postings: count('acknowledged'), unknown: count('unknown'), not_done: count('not_done') };
      const more = { customers: compliance.customers.length, events: compliance.events.length };
      process.stderr.write(
        `outages: ${JSON.stringify({ ...counts, ...more, unknown_compliance: compliance.unknown })}\n`,
      );
    }, TIMEOUT_MS);

    afterAll(() => around?.remove(), TIMEOUT_MS);

    withJava('ends no service', () => {
      expect(reports.filter(({ ended }) => ended.length > 0)).toEqual([]);
    });

    withJava('is ready within ten seconds after each', () => {
      expect(reports.filter(({ readyAfterMs }) => readyAfterMs > MAX_READY_MS)).toEqual([]);
    });

    withJava('loses and doubles no acknowledged posting', () => {
      expect(audited.findings).toEqual([]);
      expect({ lost: audited.lost, duplicated: audited.duplicated }).toEqual({ lost: 0, duplicated: 0 });
    });

    withJava('loses no acknowledged customer and no acknowledged event', () => {
      expect(missing).toEqual([]);
    });
  });
});
