/**
 * What differs from Kafka's defaults wherever a broker is started for tests or for a developer: one
 * broker, a small machine, many small topics, and groups that form at once.
 */
export const BROKER_SETTINGS: Readonly<Record<string, string>> = {
  'auto.create.topics.enable': 'false',
  'offsets.topic.replication.factor': '1',
  'offsets.topic.num.partitions': '4', // see A_GROUP_OF_EACH_PARTITION
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
  'transaction.state.log.num.partitions': '4',
  'group.initial.rebalance.delay.ms': '0',
  'group.min.session.timeout.ms': '1000',
  // A broker that was killed is let in again when its old session has run out: 9 s by default. Much
  // shorter, and a machine under load could make the broker miss its own heartbeats.
  'broker.session.timeout.ms': '2500',
  'broker.heartbeat.interval.ms': '500',
  // Less memory: threads, the cleaner's buffer (128 MB by default), and files mapped per partition.
  'num.network.threads': '2',
  'num.io.threads': '4',
  'background.threads': '2',
  'group.coordinator.threads': '1',
  'log.cleaner.dedupe.buffer.size': String(8 * 1024 * 1024),
  'log.segment.bytes': String(16 * 1024 * 1024),
  'offsets.topic.segment.bytes': String(16 * 1024 * 1024),
  'transaction.state.log.segment.bytes': String(16 * 1024 * 1024),
  'log.index.size.max.bytes': String(256 * 1024),
};

/** Names of groups, one for each partition of the groups' topic: it goes by Java's hash of the name. */
export const A_GROUP_OF_EACH_PARTITION = ['a', 'b', 'c', 'd'];

/** Where a broker listens, on loopback, and keeps its data. */
export interface BrokerPlace {
  /** for clients */
  port: number;
  /** for itself: the controller is in the same process */
  controllerPort: number;
  data: string;
}

/** The server.properties of a broker that is its own controller (KRaft combined mode). */
export function serverProperties({ port, controllerPort, data }: BrokerPlace): string {
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': data,
    ...BROKER_SETTINGS,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value.replaceAll('\\', '\\\\')}\n`)
    .join('');
}
