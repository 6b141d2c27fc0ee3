import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openServerHome } from '../../apps/standalone/postgres/server-home';
import { serverUser } from '../../apps/standalone/postgres/server-user';
import { Api } from '../../testing/api';
import { Deployment } from '../../testing/deployment/deployment';
import { EventStoreStandIn } from '../../testing/deployment/event-store-stand-in';
import { describeWithKafka } from '../../testing/kafka-suite';
import { StandaloneProcess } from '../../testing/standalone-process';
import { createTestDatabase } from '../../testing/test-database';
import { temporaryFolder } from '../../testing/test-postgres';

/** The product under test, as seen from outside. */
export interface Product {
  /** of the interface, ends in /api/v1 */
  baseUrl: string;
  backOfficeUrl: string;
  /** the back office, with the operator's token */
  backOffice: Api;
  operatorToken: string;
  /** available only if the test started the product; undefined for a given deployment */
  own?: OwnProduct;
}

export interface OwnProduct {
  /** returns the end of its output */
  printed: () => string;
  /** values that it must never print */
  secrets: Record<string, string>;
  /** values that it shows to the person who starts it, but must never log */
  shown: string[];
  /** the connection string of its database's owner; use it only to change due times, so that tests need not wait */
  databaseUrl: string;
}

interface Running {
  product: Product;
  stop: () => Promise<void>;
}

const GIVEN = {
  baseUrl: process.env.PROBITY_TEST_BASE_URL,
  backOfficeUrl: process.env.PROBITY_TEST_BACK_OFFICE_URL,
  operatorToken: process.env.PROBITY_TEST_OPERATOR_TOKEN,
};

/** Whether the tests run against a deployment that the environment names. */
const isGiven = Object.values(GIVEN).some((value) => value !== undefined && value !== '');

/** A test that needs a product that this run started: it reads its output, rebuilds it or sends broken bytes. */
export const itOnOurOwn = isGiven ? it.skip : it;
export const describeOnOurOwn = isGiven ? describe.skip : describe;

/**
 * Ways to run the product: in one process as `npm start` does, alone, with an event store or with a broker; and
 * distributed, with every service in its own process, an event store and a broker.
 */
type Profile = 'embedded' | 'embedded-eventstoredb' | 'embedded-kafka' | 'distributed';

/**
 * Runs the tests against the built product (dist/) in one profile. The product starts before the first test; after
 * the last test it stops and its data is deleted. All suites of a profile share it, so each creates its own tenants.
 *
 * To test a running deployment instead, set PROBITY_TEST_BASE_URL, PROBITY_TEST_BACK_OFFICE_URL and
 * PROBITY_TEST_OPERATOR_TOKEN.
 */
export function onProfile(profile: Profile, body: (product: () => Product) => void): void {
  const title = `on the ${profile} profile`;
  if (isGiven) describe('on the deployment that was given', () => body(running(() => Promise.resolve(given()))));
  else if (profile === 'embedded') describe(title, () => body(running(() => startEmbedded())));
  else if (profile === 'embedded-eventstoredb') describe(title, () => body(running(startOnEventStore)));
  else {
    const start = profile === 'distributed' ? startDistributed : startOnKafka;
    describeWithKafka(title, (kafka) => body(running(() => start(kafka().brokers))));
  }
}

function running(start: () => Promise<Running>): () => Product {
  let started: Running | undefined;
  beforeAll(async () => {
    started = await start();
  }, 300_000);
  afterAll(() => started?.stop());
  return () => {
    if (!started) throw new Error('the product runs in hooks and tests only');
    return started.product;
  };
}

function given(): Running {
  const { baseUrl, backOfficeUrl, operatorToken } = GIVEN;
  if (!baseUrl || !backOfficeUrl || !operatorToken) {
    throw new Error(
      'set all of PROBITY_TEST_BASE_URL, PROBITY_TEST_BACK_OFFICE_URL and PROBITY_TEST_OPERATOR_TOKEN, or none of them',
    );
  }
  const product = productAt(baseUrl.replace(/\/+$/, ''), backOfficeUrl.replace(/\/+$/, ''), operatorToken);
  return { product, stop: () => Promise.resolve() };
}

async function startEmbedded(environment: NodeJS.ProcessEnv = {}): Promise<Running> {
  const folder = temporaryFolder('probity-interface-');
  const process = await StandaloneProcess.start(folder, environment);
  const { base_url, back_office_url, operator_token, api_key } = process.demo;
  const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>;
  return {
    product: productAt(base_url, back_office_url, operator_token, {
      printed: () => process.printed,
      secrets,
      shown: [api_key],
      databaseUrl: databaseOf(folder, secrets.postgres_password!),
    }),
    stop: async () => {
      await process.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the product in one process, with the events in an EventStoreDB. */
async function startOnEventStore(): Promise<Running> {
  const store = await eventStore();
  const { product, stop } = await startEmbedded({ EVENTSTORE_URL: store.url });
  const stopBoth = async () => {
    try {
      await stop();
    } finally {
      await store.stop();
    }
  };
  return { product, stop: stopBoth };
}

/** Starts the product in one process, with commands and facts over a broker. */
const startOnKafka = (brokers: string[]): Promise<Running> =>
  startEmbedded({ KAFKA_BROKERS: brokers.join(','), KAFKA_TOPIC_PREFIX: `test-${randomUUID().slice(0, 8)}.` });

/** Returns the EventStoreDB that EVENTSTORE_URL names, otherwise a stand-in. */
async function eventStore(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env.EVENTSTORE_URL;
  return url ? { url, stop: () => Promise.resolve() } : EventStoreStandIn.start();
}

function databaseOf(dataDirectory: string, password: string): string {
  const { socket } = openServerHome(dataDirectory, serverUser());
  return `postgresql://probity:${password}@${encodeURIComponent(socket)}/postgres`;
}

async function startDistributed(brokers: string[]): Promise<Running> {
  const database = await createTestDatabase();
  const store = await eventStore();
  const deployment = await Deployment.start({ brokers, databaseUrl: database.url, eventStoreUrl: store.url });
  const { baseUrl, backOfficeUrl, operatorToken, masterKey } = deployment;
  return {
    product: productAt(baseUrl, backOfficeUrl, operatorToken, {
      printed: () => deployment.printed,
      secrets: { operatorToken, masterKey },
      shown: [],
      databaseUrl: database.url,
    }),
    stop: async () => {
      await deployment.stop();
      await store.stop();
      await database.drop();
    },
  };
}

function productAt(baseUrl: string, backOfficeUrl: string, operatorToken: string, own?: OwnProduct): Product {
  return { baseUrl, backOfficeUrl, operatorToken, backOffice: new Api(backOfficeUrl, operatorToken), own };
}
