import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Kafka, type KafkaConfig, logLevel } from 'kafkajs';
import type { Logger } from '@probity/platform/logging';
import type { KafkaSettings } from './kafka-settings';
import { quietRequestQueue } from './quiet-request-queue';

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
