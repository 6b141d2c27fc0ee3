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
