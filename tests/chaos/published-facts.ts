import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { Client } from 'pg';
import { LEDGER_STREAM_PREFIX } from '@probity/contracts/ledger/events';
import { LEDGER_EVENTS } from '@probity/contracts/topics';
import { until } from '../crash/until';

const PATIENCE_MS = 60_000;

export interface FactsReport {
  /** events in the store */
  events: number;
  /** messages on the topic */
  published: number;
  /** messages that repeat an earlier one */
  repeated: number;
  /** events that are not on the topic */
  missing: number;
  findings: string[];
}

/**
 * Reads the topic of the ledgers' facts from its beginning, until every event of the store has arrived or
 * the time is up. Each event must be there at least once. The first arrivals of each key must be in order.
 */
export async function comparePublished(databaseUrl: string, brokers: string[], prefix: string): Promise<FactsReport> {
  const stored = await storedEvents(databaseUrl);
  const missing = new Set(stored.keys());
  const next = new Map<string, number>();
  const report: FactsReport = { events: stored.size, published: 0, repeated: 0, missing: 0, findings: [] };

  const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
  const consumer = kafka.consumer({ groupId: `facts-${randomUUID()}`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topics: [prefix + LEDGER_EVENTS], fromBeginning: true });
  await consumer.run({
    eachMessage: ({ message }) => {
      const id = String(message.headers!.ce_id);
      const stream = String(message.headers!.ce_subject);
      const revision = Number(String(message.headers!.ce_revision));
      report.published++;
      const due = next.get(stream) ?? 0;
      if (stored.get(id) !== `${stream}@${revision}`)
        report.findings.push(`${id} is not the event at ${stream}@${revision}`);
      if (revision < due) report.repeated++;
      else if (revision > due) report.findings.push(`${stream}@${revision} arrived, but ${due} was next`);
      else next.set(stream, due + 1);
      missing.delete(id);
      return Promise.resolve();
    },
  });
  await until('every event is on its topic', () => missing.size === 0, PATIENCE_MS).catch(() => {});
  await consumer.disconnect();
  report.missing = missing.size;
  for (const id of [...missing].slice(0, 5)) report.findings.push(`${stored.get(id)} is not on its topic`);
  return report;
}

async function storedEvents(databaseUrl: string): Promise<Map<string, string>> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ id: string; stream: string; revision: string }>(
    'SELECT id, stream, revision FROM event_store.events WHERE starts_with(stream, $1)',
    [LEDGER_STREAM_PREFIX],
  );
  await database.end();
  return new Map(rows.map(({ id, stream, revision }) => [id, `${stream}@${revision}`]));
}
