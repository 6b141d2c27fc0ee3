import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { type Admin, Kafka, logLevel, type Message, type Producer } from 'kafkajs';
import { asyncApiDocument } from '@probity/contracts/asyncapi/asyncapi-document';
import { PUBLISHED_STREAMS } from '@probity/contracts/facts';
import { describeWithKafka } from '../../testing/kafka-suite';
import { type IndependentConsumer, readFacts } from './independent-consumer';

const MAX_WAIT_MS = 30_000;

describe('the independent consumer', () => {
  it.each(['independent-consumer', 'fact-checker', 'fact-channels', 'fact-order', 'read-positions'])(
    'is written without the code that it checks: %s',
    (file) => {
      const source = readFileSync(join(__dirname, `${file}.ts`), 'utf8');
      const imports = [...source.matchAll(/(?:from|import\(|require\()\s*'([^']+)'/g)].map((match) => match[1]!);
      expect(imports.length).toBeGreaterThan(0);
      expect(imports.filter((name) => !/^(node:|kafkajs$|ajv|\.\/(fact-|read-))/.test(name))).toEqual([]);
    },
  );
});

describeWithKafka('the independent consumer of facts', (kafka) => {
  let topicPrefix: string;
  let document: ReturnType<typeof asyncApiDocument>;
  let admin: Admin;
  let producer: Producer;
  let consumer: IndependentConsumer | undefined;
  const topics = (): string[] => PUBLISHED_STREAMS.map(({ topic }) => topicPrefix + topic);
  const ledgerFacts = (): string => topics()[0]!;

  beforeEach(async () => {
    topicPrefix = `consumer-${randomUUID().slice(0, 8)}.`;
    document = asyncApiDocument({ topicPrefix });
    const client = new Kafka({ brokers: kafka().brokers, logLevel: logLevel.NOTHING });
    admin = client.admin();
    producer = client.producer({ allowAutoTopicCreation: false, idempotent: true, transactionalId: topicPrefix });
    await Promise.all([admin.connect(), producer.connect()]);
    await admin.createTopics({
      topics: topics().map((topic) => ({ topic, numPartitions: 3 })),
      waitForLeaders: false,
    });
    await existing(topics());
  });

  afterEach(async () => {
    await consumer?.stop();
    consumer = undefined;
    await producer.disconnect();
    await admin.deleteTopics({ topics: topics() });
    await admin.disconnect();
  });

  /** Waits until the brokers know the new topics. */
  async function existing(wanted: string[]): Promise<void> {
    const giveUpAt = Date.now() + MAX_WAIT_MS;
    for (;;) {
      const names = new Set(await admin.listTopics());
      if (wanted.every((name) => names.has(name))) return;
      if (Date.now() > giveUpAt) throw new Error(`${wanted.join(', ')} were not made within ${MAX_WAIT_MS} ms`);
      await delay(50);
    }
  }

  /** Makes a message of one ledger from the documented example of a fact. */
  function fact(type: string, ledgerId: string, sequence: number, change: (message: any) => void = () => {}): Message {
    const { examples } = document.channels['ledger.ledger.event.v1']!.messages[type]!;
    const { headers, payload } = JSON.parse(JSON.stringify(examples[0]));
    const message = {
      key: ledgerId,
      headers: { ...headers, ce_id: randomUUID(), ce_subject: `ledger-${ledgerId}`, ce_revision: String(sequence) },
      payload: { ...payload, ledger_id: ledgerId },
    };
    change(message);
    const { payload: content, ...rest } = message;
    return { value: JSON.stringify(content), ...rest };
  }

  const created = (ledgerId: string, change?: (message: any) => void): Message =>
    fact('ledger.LedgerCreated', ledgerId, 0, change);

  async function read(...messages: Message[]) {
    if (messages.length > 0) await producer.send({ topic: ledgerFacts(), messages });
    consumer ??= await readFacts({ document, brokers: kafka().brokers });
    await consumer.caughtUp(MAX_WAIT_MS);
    return consumer.report();
  }

  it('finds no problem in facts that conform to the document, and counts them', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const messages = [
      created(one),
      fact('ledger.AccountOpened', one, 1),
      created(other),
      fact('ledger.TransactionPosted', one, 2),
    ];
    const report = await read(...messages);
    expect(report).toEqual({
      messages: 4,
      duplicates: 0,
      byType: { 'ledger.LedgerCreated': 2, 'ledger.AccountOpened': 1, 'ledger.TransactionPosted': 1 },
      bySubject: new Map([
        [`ledger-${one}`, 3],
        [`ledger-${other}`, 1],
      ]),
      violations: [],
      undescribed: [],
    });
  });

  it('finds no problem in the examples of all facts, sent in the order of the document', async () => {
    const names: string[] = [];
    for (const { topic, prefix } of PUBLISHED_STREAMS) {
      const examples = Object.values(document.channels[topic]!.messages).map(({ examples: [one] = [] }) => one as any);
      const messages = examples.map(({ headers, payload }) => ({
        key: headers.ce_subject.slice(prefix.length) as string,
        headers: { ...headers, ce_id: randomUUID() },
        value: JSON.stringify(payload),
      }));
      names.push(...examples.map(({ headers }) => headers.ce_type as string));
      await producer.send({ topic: topicPrefix + topic, messages });
    }
    const { byType, violations, undescribed, bySubject } = await read();
    expect([...violations, ...undescribed]).toEqual([]);
    expect(Object.keys(byType).sort()).toEqual(names.sort());
    // Watchlists have two subjects: a shared list and a tenant's own. Every other stream has one subject.
    expect(bySubject.size).toBe(PUBLISHED_STREAMS.length + 1);
  });

  it('reads every topic of facts, including later messages, and leaves no consumer group behind', async () => {
    expect((await read()).messages).toBe(0);
    const tenantId = randomUUID();
    const { examples } = document.channels['back-office.tenant.event.v1']!.messages['back-office.TenantCreated']!;
    const { headers, payload } = examples[0] as any;
    await producer.send({
      topic: topics()[1]!,
      messages: [
        {
          key: tenantId,
          headers: { ...headers, ce_subject: `tenant-${tenantId}`, ce_revision: '0' },
          value: JSON.stringify({ ...payload, tenant_id: tenantId }),
        },
      ],
    });
    expect(await read(created(randomUUID()))).toMatchObject({ messages: 2, violations: [] });
    await consumer!.stop();
    consumer = undefined;
    const { groups } = await admin.listGroups();
    expect(groups.filter(({ groupId }) => groupId.startsWith('independent-consumer'))).toEqual([]);
  });

  it('accepts a repeated fact, and reports a different fact at the same revision', async () => {
    const id = randomUUID();
    const [first, second] = [created(id), fact('ledger.AccountOpened', id, 1)];
    expect(await read(first, second, first, second)).toMatchObject({ messages: 4, duplicates: 2, violations: [] });
    const { violations } = await read(fact('ledger.AccountOpened', id, 1));
    expect(violations).toEqual([expect.stringMatching(`ledger-${id} has another fact at ce_revision 1 than before$`)]);
  });

  it('reports a gap', async () => {
    const id = randomUUID();
    const { violations } = await read(created(id), fact('ledger.AccountOpened', id, 2));
    expect(violations).toEqual([
      expect.stringMatching(/\(ledger\.AccountOpened\): .* continues with ce_revision 2, but 1 has not arrived$/),
    ]);
  });

  const WRONG: [what: string, change: (message: any) => void, violation: RegExp][] = [
    ['a missing header', ({ headers }) => delete headers.ce_source, /headers must have required property 'ce_source'/],
    ['a wrong header', ({ headers }) => (headers.ce_specversion = '0.3'), /headers\/ce_specversion must be equal to/],
    ['an id that is not a UUID', ({ headers }) => (headers.ce_id = '1'), /headers\/ce_id must match format "uuid"/],
    ['a wrong trace', ({ headers }) => (headers.traceparent = 'x'), /headers\/traceparent must match pattern/],
    ['a wrong time', ({ headers }) => (headers.ce_time = 'today'), /headers\/ce_time must match format "date-time"/],
    [
      'a subject of another kind',
      ({ headers }) => (headers.ce_subject = 'x-1'),
      /headers\/ce_subject must match pattern/,
    ],
    [
      'a duplicated header',
      ({ headers }) => (headers.ce_source = [headers.ce_source, headers.ce_source]),
      /header ce_source is present 2 times/,
    ],
    ['an unknown kind', ({ headers }) => (headers.ce_type = 'ledger.Closed'), /the document has no such message/],
    ['a missing field', ({ payload }) => delete payload.name, /payload must have required property 'name'/],
    ['a field of another type', ({ payload }) => (payload.name = 1), /payload\/name must be string/],
    ['a field of another form', ({ payload }) => (payload.currency = 'usd'), /payload\/currency must match pattern/],
    ['a key that is not an id', (message) => (message.key = 'x'), /key must match format "uuid"/],
    ['a key of another ledger', (message) => (message.key = randomUUID()), /its key is .*, but ledger_id is /],
    ['no content', (message) => (message.value = null), /the message has no value/],
    [
      'content that is not JSON',
      (message) => (message.value = Buffer.from([0x7b, 0xff])),
      /the value of the message is not JSON in UTF-8/,
    ],
  ];

  it.each(WRONG)('reports %s and its place', async (_what, change, violation) => {
    const { messages, violations } = await read(created(randomUUID()), created(randomUUID(), change));
    expect(messages).toBe(2);
    expect(violations.filter((text) => violation.test(text))).toHaveLength(1);
    for (const text of violations) expect(text).toMatch(/^consumer-[^/]+\.ledger\.ledger\.event\.v1\/\d@\d+ \(/);
    expect(new Set(violations.map((text) => text.split(' ')[0])).size).toBe(1);
  });

  it('allows undescribed fields, and lists them', async () => {
    const { violations, undescribed } = await read(
      created(randomUUID(), ({ headers, payload }) => {
        headers.ce_partitionkey = 'x';
        payload.colour = 'blue';
      }),
    );
    expect(violations).toEqual([]);
    expect(undescribed).toEqual([
      'ledger.LedgerCreated headers/ce_partitionkey',
      'ledger.LedgerCreated payload/colour',
    ]);
  });

  it('reads committed messages only, and skips uncommitted ones', async () => {
    const [id, lost] = [randomUUID(), randomUUID()];
    const aborted = await producer.transaction();
    await aborted.send({ topic: ledgerFacts(), messages: [created(lost)] });
    await aborted.abort();
    const committed = await producer.transaction();
    await committed.send({ topic: ledgerFacts(), messages: [created(id)] });
    await committed.commit();
    expect([...(await read()).bySubject.keys()]).toEqual([`ledger-${id}`]);
  });

  it('can fetch the document from a URL', async () => {
    const server = createServer((_request, answer) => void answer.end(JSON.stringify(document)));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/asyncapi.json`;
    consumer = await readFacts({ document: url, brokers: kafka().brokers });
    server.close();
    expect(await read(created(randomUUID()))).toMatchObject({ messages: 1, violations: [] });
  });
});
