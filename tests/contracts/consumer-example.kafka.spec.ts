import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { asyncApiDocument } from '@probity/contracts/asyncapi/asyncapi-document';
import { eventsPage } from '@probity/contracts/asyncapi/events-page';
import { describeWithKafka } from '../../testing/kafka-suite';

const MAX_WAIT_MS = 40_000;

describeWithKafka('the example consumer in docs/reference/events.md', (kafka) => {
  it('reads each fact once if a reader copies and starts it as the page says', async () => {
    const topicPrefix = `example-${randomUUID().slice(0, 8)}.`;
    const document = asyncApiDocument({ topicPrefix });
    const { address: topic, messages } = document.channels['ledger.ledger.event.v1']!;
    const client = new Kafka({ brokers: kafka().brokers, logLevel: logLevel.NOTHING });
    const [admin, producer] = [client.admin(), client.producer()];
    await Promise.all([admin.connect(), producer.connect()]);
    await admin.createTopics({ topics: [{ topic, numPartitions: 2 }], waitForLeaders: false });
    await until(async () => (await admin.listTopics()).includes(topic));

    const [{ headers, payload }] = messages['ledger.TransactionPosted']!.examples as any[];
    const fact = { key: payload.ledger_id, headers, value: JSON.stringify(payload) };
    const later = { ...fact, headers: { ...headers, ce_revision: '10' } };
    await producer.send({ topic, messages: [fact, fact, { ...fact, headers: { ...headers, ce_type: 'new' } }, later] });

    // The folder is inside the project, so that the program finds kafkajs.
    const parent = resolve(__dirname, '..', '..', '.probity');
    mkdirSync(parent, { recursive: true });
    const folder = mkdtempSync(join(parent, 'consumer-'));
    const program = join(folder, 'consumer.mjs');
    writeFileSync(program, copied(eventsPage(document)).replaceAll("'my-service'", JSON.stringify(topicPrefix)));
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, KAFKA_BROKERS: kafka().brokers.join(',') },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
    const ended = new Promise((exit) => child.once('exit', exit));
    try {
      await until(
        async () => output.includes(` 10 {`),
        () => output,
      );
      const seen = [...output.matchAll(/^ledger-\S+ (\d+) \{/gm)].map((match) => match[1]);
      expect(seen).toEqual(['4', '10']);
      expect(output).toContain(`"transaction_id":"${payload.transaction_id}"`);
    } finally {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
      await admin.deleteTopics({ topics: [topic] });
      await Promise.all([admin.disconnect(), producer.disconnect()]);
    }
  });
});

/** Returns the program, as a reader copies it from the page. */
function copied(page: string): string {
  const [, program] = /<h2 id="consumer">[^]*?<pre>([^]*?)<\/pre>/.exec(page)!;
  const characters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return program!.replace(/&[#\w]+;/g, (entity) => characters[entity]!);
}

async function until(condition: () => Promise<boolean>, context: () => string = () => ''): Promise<void> {
  const giveUpAt = Date.now() + MAX_WAIT_MS;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error(`the condition was not met within ${MAX_WAIT_MS} ms. ${context()}`);
    await delay(50);
  }
}
