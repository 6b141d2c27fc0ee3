import { readFileSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { makeValidator, str } from 'envalid';
import { Kafka, type KafkaConfig, logLevel, type SASLOptions } from 'kafkajs';
import { BadConfiguration, readVariables, trueOrFalse } from '@probity/platform/configuration';
import type { Logger } from '@probity/platform/logging';
import { quietRequestQueue } from './quiet-request-queue';

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

/** Creates a client of the cluster, without connecting it. */
export function kafkaOf(settings: KafkaSettings, clientId: string, logger: Logger): Kafka {
  quietRequestQueue();
  return new Kafka({
    clientId,
    brokers: settings.brokers,
    ssl: settings.tls,
    sasl: settings.sasl,
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 8 },
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => logAt(logger, entry),
    socketFactory: withoutDelay,
  });
}

/**
 * Turns off Nagle's algorithm: with it, the library waits for more data while the broker delays its acknowledgement,
 * which takes 40 ms for each small message.
 */
const withoutDelay: KafkaConfig['socketFactory'] = ({ host, port, ssl, onConnect }) => {
  const socket = ssl
    ? connectTls({ ...ssl, host, port, servername: host }, onConnect)
    : connectPlain({ host, port }, onConnect);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 60_000);
  return socket;
};

interface LogEntry {
  level: logLevel;
  namespace: string;
  log: { message: string; error?: unknown };
}

/** This warning does not apply: after a failed transaction, the relay publishes again from its checkpoint. */
const NO_CONCERN = 'Limiting retries for the idempotent producer may invalidate EoS guarantees';

function logAt(logger: Logger, { level, namespace, log: { message, error } }: LogEntry): void {
  const line = { kafka: namespace, ...(error === undefined ? {} : { error: JSON.stringify(error) }) };
  // The library logs an error for each attempt that it retries. The caller logs the final failure.
  if (message !== NO_CONCERN && (level === logLevel.ERROR || level === logLevel.WARN)) logger.warn(line, message);
  else logger.debug(line, message);
}

/** An error that tells the operator why Kafka cannot be used, and what to do. */
export function explainKafka(error: unknown): Error {
  const { name, type, message } = error as Error & { type?: string };
  if (type === 'UNKNOWN_TOPIC_OR_PARTITION') {
    return new Error('a topic is missing; run "probity topics apply", or correct KAFKA_TOPIC_PREFIX', {
      cause: error,
    });
  }
  if (/^KafkaJS.*(Connection|Broker|Coordinator|Retries|Timeout)/.test(name)) {
    return new Error(`no broker of KAFKA_BROKERS can be used: ${message}`, { cause: error });
  }
  return error as Error;
}
