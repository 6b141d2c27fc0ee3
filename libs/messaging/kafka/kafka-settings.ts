import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { makeValidator, str } from 'envalid';
import type { SASLOptions } from 'kafkajs';
import { BadConfiguration, readVariables, trueOrFalse } from '@probity/platform/configuration';

const brokers = makeValidator<string[]>((text) => {
  const list = text.split(',').map((part) => part.trim());
  if (!list.every((broker) => /^[^\s:,]+:\d{1,5}$/.test(broker))) {
    throw new Error('must be addresses such as kafka-1:9092,kafka-2:9092');
  }
  return list;
});

const topicPrefix = makeValidator<string>((text) => {
  if (!/^[a-zA-Z0-9._-]{0,50}$/.test(text)) throw new Error('may have letters, digits, dots, hyphens and underscores');
  return text;
});

/** The environment variables of every program that uses Kafka. */
export const KAFKA_VARIABLES = {
  KAFKA_BROKERS: brokers(),
  /** prefix of the names of topics, groups and transactions, so that installations can share a cluster */
  KAFKA_TOPIC_PREFIX: topicPrefix({ default: '' }),
  KAFKA_TLS: trueOrFalse({ default: false }),
  KAFKA_TLS_CA_FILE: str({ default: '' }),
  KAFKA_USERNAME: str({ default: '' }),
  KAFKA_PASSWORD: str({ default: '' }),
  KAFKA_SASL_MECHANISM: str({ choices: ['plain', 'scram-sha-256', 'scram-sha-512'], default: 'scram-sha-512' }),
};

export interface KafkaSettings {
  brokers: string[];
  topicPrefix: string;
  tls?: ConnectionOptions;
  sasl?: SASLOptions;
}

/** @throws BadConfiguration */
export function readKafkaSettings(environment: NodeJS.ProcessEnv): KafkaSettings {
  const read = readVariables(environment, KAFKA_VARIABLES);
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password, KAFKA_TLS_CA_FILE: caFile } = read;
  if ((username === '') !== (password === '')) {
    throw new BadConfiguration(['KAFKA_USERNAME and KAFKA_PASSWORD must be given together']);
  }
  if (caFile !== '' && !read.KAFKA_TLS) throw new BadConfiguration(['KAFKA_TLS_CA_FILE needs KAFKA_TLS=true']);
  return {
    brokers: read.KAFKA_BROKERS,
    topicPrefix: read.KAFKA_TOPIC_PREFIX,
    tls: read.KAFKA_TLS ? (caFile === '' ? {} : { ca: readCertificate(caFile) }) : undefined,
    sasl: username === '' ? undefined : { mechanism: read.KAFKA_SASL_MECHANISM, username, password },
  };
}

function readCertificate(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new BadConfiguration([`KAFKA_TLS_CA_FILE cannot be read: ${(cause as Error).message}`]);
  }
}
