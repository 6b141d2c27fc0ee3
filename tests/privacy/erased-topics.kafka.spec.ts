import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Admin, ConfigResourceTypes, Kafka, logLevel } from 'kafkajs';
import { TOPICS } from '@probity/contracts/every-topic';
import { openServerHome } from '../../apps/standalone/postgres/server-home';
import { serverUser } from '../../apps/standalone/postgres/server-user';
import { run as runCommand } from '../../apps/cli/run';
import { Api } from '../../testing/api';
import { createTopics } from '../../testing/kafka/create-topics';
import { describeWithBrokerFiles } from '../../testing/kafka-suite';
import { StandaloneProcess } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';
import type { Product } from '../interface/product';
import { newTenant, type Tenant } from '../interface/tenants';
import { newEndpoint } from '../interface/webhooks';
import { filesWith } from './bytes';
import { aPersonWithHistory, ok, type Person } from './person';

const WHY = { reason: 'a test' };
const MAX_WAIT_MS = 60_000;
jest.setTimeout(240_000);

/** Retention is enforced every five minutes by default, and a file is removed a minute later. */
const IMPATIENT = {
  'log.retention.check.interval.ms': '500',
  'log.initial.task.delay.ms': '500',
  'log.segment.delete.delay.ms': '100',
};

/** Where people may occur in clear: topics whose messages expire. */
const EXPIRING = TOPICS.filter(({ retentionMs }) => retentionMs > 0).map(({ name }) => name);

describeWithBrokerFiles('the bytes of an erased person in the files of Kafka', IMPATIENT, (broker) => {
  let folder: string;
  let process: StandaloneProcess;
  let product: Product;
  let tenant: Tenant;
  let person: Person;
  let admin: Admin;

  beforeAll(async () => {
    folder = temporaryFolder('probity-privacy-');
    process = await StandaloneProcess.start(folder, { KAFKA_BROKERS: broker().address });
    const { base_url, back_office_url, operator_token } = process.demo;
    const backOffice = new Api(back_office_url, operator_token);
    product = { baseUrl: base_url, backOfficeUrl: back_office_url, operatorToken: operator_token, backOffice };
    tenant = await newTenant(product);
    await newEndpoint(tenant, { event_types: ['alert.created', 'alert.dismissed'], url: 'http://127.0.0.1:9/none' });
    person = await aPersonWithHistory(product, tenant);
    admin = new Kafka({ brokers: [broker().address], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
  });
  afterAll(async () => {
    await admin?.disconnect();
    await process?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The topics whose files have one of the texts. */
  const topicsWith = (texts: string[]): string[] => [
    ...new Set(filesWith(broker().data, texts).map((file) => file.split('/')[0]!.replace(/-\d+$/, ''))),
  ];
  async function until(what: string, condition: () => boolean): Promise<void> {
    for (const giveUpAt = Date.now() + MAX_WAIT_MS; !condition(); await delay(200)) {
      if (Date.now() > giveUpAt) throw new Error(`${what}: not within ${MAX_WAIT_MS} ms`);
    }
  }

  /** Sets the shortest retention, as if the time of each topic were over. */
  async function expire(topics: string[]): Promise<void> {
    const configEntries = [{ name: 'retention.ms', value: '1' }];
    const resources = topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name, configEntries }));
    await admin.alterConfigs({ validateOnly: false, resources });
  }

  async function replay(to: string): Promise<void> {
    const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>;
    const { socket } = openServerHome(folder, serverUser());
    const failure = { text: '' };
    await createTopics([broker().address], [{ topic: to, numPartitions: 2 }]);
    await runCommand(['facts', 'replay', '--topic', 'customer-risk.customer.event.v2', '--to', to], {
      env: {
        DATABASE_URL: `postgresql://probity:${secrets.postgres_password}@${encodeURIComponent(socket)}/postgres`,
        PROBITY_MASTER_KEY: secrets.master_key,
        KAFKA_BROKERS: broker().address,
      },
      stdout: { write: () => true },
      stderr: { write: (text: string) => (failure.text += text) },
    });
    expect(failure.text).toBe('');
  }

  it('are only on topics whose messages expire', async () => {
    const facts = ['customer-risk.customer.event.v2', 'customer-risk.alert.event.v2', 'customer-risk.case.event.v2'];
    await until('the relay has published', () => facts.every((topic) => topicsWith([person.name]).includes(topic)));
    expect(topicsWith(person.texts).filter((topic) => !EXPIRING.includes(topic))).toEqual([]);
    await replay('a-consumer');
    expect(topicsWith([person.name, person.email])).toContain('a-consumer');
    await admin.deleteTopics({ topics: ['a-consumer'] });
  });

  it('are in no file after the erasure and the retention, and in no later replay', async () => {
    const erasure = tenant.path(`/customers/${person.id}/erasure`);
    await ok(product.backOffice.post(erasure, { relationship_ended_on: '2010-01-01', ...WHY }));
    const body = JSON.stringify({ dry_run: false, ...WHY });
    const erased = await product.backOffice.send('POST', tenant.path('/retention/run'), body);
    expect(erased.status).toBe(200);
    const clear = topicsWith(person.texts);
    expect(clear).not.toEqual([]);
    await expire(EXPIRING);
    await until('the messages are gone', () => topicsWith(person.texts).length === 0);

    await replay('a-new-consumer');
    expect(filesWith(broker().data, person.texts)).toEqual([]);
  });
});
