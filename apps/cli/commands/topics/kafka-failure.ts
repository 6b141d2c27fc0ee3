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

/** Returns a `CliError` for a failure that the operator can correct, and any other error unchanged. */
export function kafkaFailure(error: unknown, brokers: string[]): unknown {
  if (isWrapper(error)) return kafkaFailure(error.cause, brokers);
  if (error instanceof KafkaJSAggregateError) {
    const reasons = error.errors.map(
      (one) => `${(one as { topic?: string }).topic ?? 'a topic'}: ${reasonOf(one as Error)}`,
    );
    return new CliError('kafka_refused', `Kafka rejected part of the change: ${reasons.join('; ')}`);
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
      `no broker of KAFKA_BROKERS (${brokers.join(', ')}) can be reached: ${error.message}`,
    );
  }
  if (error instanceof KafkaJSProtocolError)
    return new CliError('kafka_refused', `Kafka rejected the request: ${reasonOf(error)}`);
  return error;
}

/** The library wraps an error when it stops retrying. */
const isWrapper = (error: unknown): error is Error =>
  (error instanceof KafkaJSNumberOfRetriesExceeded || error instanceof KafkaJSNonRetriableError) &&
  error.cause instanceof Error;

const isUnreachable = (error: unknown): error is Error =>
  error instanceof KafkaJSConnectionError ||
  error instanceof KafkaJSRequestTimeoutError ||
  error instanceof KafkaJSBrokerNotFound;

/** Adds the name of the error in Kafka's documentation. */
function reasonOf(error: Error): string {
  return error instanceof KafkaJSProtocolError ? `${error.message} (${error.type})` : error.message;
}
