import {
  KafkaJSAggregateError,
  KafkaJSBrokerNotFound,
  KafkaJSConnectionError,
  KafkaJSNonRetriableError,
  KafkaJSNumberOfRetriesExceeded,
  KafkaJSProtocolError,
  KafkaJSRequestTimeoutError,
  KafkaJSSASLAuthenticationError,
} from 'kafkajs';
import { CliError } from '../../errors';

/** What went wrong with the cluster, as something that the operator can put right; else what it was. */
export function kafkaFailure(error: unknown, brokers: string[]): unknown {
  if (isWrapper(error)) return kafkaFailure(error.cause, brokers);
  if (error instanceof KafkaJSAggregateError) {
    const reasons = error.errors.map(
      (one) => `${(one as { topic?: string }).topic ?? 'a topic'}: ${reasonOf(one as Error)}`,
    );
    return new CliError('kafka_refused', `Kafka refused part of it: ${reasons.join('; ')}`);
  }
  if (error instanceof KafkaJSSASLAuthenticationError) {
    return new CliError(
      'kafka_not_let_in',
      `Kafka does not accept KAFKA_USERNAME, KAFKA_PASSWORD or KAFKA_SASL_MECHANISM: ${error.message}`,
    );
  }
  if (isUnreachable(error)) {
    return new CliError(
      'kafka_unreachable',
      `no broker of KAFKA_BROKERS (${brokers.join(', ')}) can be used: ${error.message}`,
    );
  }
  if (error instanceof KafkaJSProtocolError)
    return new CliError('kafka_refused', `Kafka refused it: ${reasonOf(error)}`);
  return error;
}

/** The library wraps what it gives up on. */
const isWrapper = (error: unknown): error is Error =>
  (error instanceof KafkaJSNumberOfRetriesExceeded || error instanceof KafkaJSNonRetriableError) &&
  error.cause instanceof Error;

const isUnreachable = (error: unknown): error is Error =>
  error instanceof KafkaJSConnectionError ||
  error instanceof KafkaJSRequestTimeoutError ||
  error instanceof KafkaJSBrokerNotFound;

/** With the name that Kafka's documentation has for the error. */
function reasonOf(error: Error): string {
  return error instanceof KafkaJSProtocolError ? `${error.message} (${error.type})` : error.message;
}
