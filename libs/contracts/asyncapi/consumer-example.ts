import type { AsyncApiDocument } from './asyncapi-document';

/** A program that reads the facts of the document's first fact topic, to copy and extend. */
export function consumerExample(document: AsyncApiDocument): string {
  const facts = Object.values(document.operations).find(({ tags }) => tags.some(({ name }) => name === 'facts'));
  const topic = facts && document.channels[facts.channel.$ref.replace('#/channels/', '')];
  return `// npm install kafkajs, then: KAFKA_BROKERS=localhost:9092 node consumer.mjs
import { Kafka } from 'kafkajs';

const brokers = (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(',');
const kafka = new Kafka({ clientId: 'my-service', brokers });
const consumer = kafka.consumer({ groupId: 'my-service' }); // reads committed messages only

// Store this with your own data, and change both in one transaction.
const handled = new Map();

// Leaving the group on Ctrl-C lets the next consumer start at once.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => consumer.disconnect());

await consumer.connect();
await consumer.subscribe({ topics: [${JSON.stringify(topic?.address ?? '')}], fromBeginning: true });
await consumer.run({
  eachMessage: async ({ message }) => {
    const header = (name) => message.headers[name]?.toString();
    const subject = header('ce_subject');
    const sequence = Number(header('ce_revision'));
    if (sequence <= (handled.get(subject) ?? -1)) return; // already handled

    switch (header('ce_type')) {
      case ${JSON.stringify(Object.keys(topic?.messages ?? {}).at(-1) ?? '')}: {
        const fact = JSON.parse(message.value);
        console.log(subject, sequence, JSON.stringify(fact));
        break;
      }
      default: // kinds that you do not need, and kinds that later releases add
    }
    handled.set(subject, sequence);
  },
});
`;
}
