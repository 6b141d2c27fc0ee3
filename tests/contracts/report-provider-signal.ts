import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { pino } from 'pino';
import { applyProviderSignal } from '@probity/contracts/customers/commands';
import { CommandBus } from '@probity/messaging/command-bus';
import { KafkaClient } from '@probity/messaging/kafka/kafka-client';

/** A customer of a deployment, and its broker. */
export interface ReportedCustomer {
  brokers: string[];
  topicPrefix: string;
  tenantId: string;
  customerId: string;
}

/** Sends the signal of a provider to customer-risk, as an integrator would: over Kafka. */
export async function reportProviderSignal({ brokers, topicPrefix, tenantId, customerId }: ReportedCustomer) {
  const client = new KafkaClient({
    kafka: new Kafka({ brokers, logLevel: logLevel.NOTHING }),
    topicPrefix,
    service: 'spec',
    instance: randomUUID(),
    logger: pino({ level: 'silent' }),
    onDead: (error) => {
      throw error;
    },
  });
  await client.connect();
  try {
    return await new CommandBus(client).send(applyProviderSignal, {
      tenant_id: tenantId,
      customer_id: customerId,
      signal_id: randomUUID(),
      plugin: 'sumsub',
      plugin_version: '1.0.0',
      event_source: 'applicantReviewed',
      occurred_at: '2026-03-02T09:16:30.000Z',
      kyc: { status: 'rejected', reason: 'the document is forged' },
      metadata: { reject_labels: ['FORGERY'], reject_type: 'FINAL' },
      payload_sha256: 'a'.repeat(64),
    });
  } finally {
    await client.close();
  }
}
