/**
 * Settings that differ from Kafka's defaults for test brokers and developers' brokers. They suit a single
 * broker, a small machine and many small topics, and let consumer groups form without delay.
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
  // A killed broker can register again only when its old session has expired: after 9 s by default. With a
  // much shorter time, the broker could miss its own heartbeats on a machine under load.
  'broker.session.timeout.ms': '2500',
  'broker.heartbeat.interval.ms': '500',
  // These settings save memory: threads, the cleaner's buffer (128 MB by default), files mapped per partition.
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

/** Group names that cover every partition of `__consumer_offsets`: Java's hash of the name selects the partition. */
export const A_GROUP_OF_EACH_PARTITION = ['a', 'b', 'c', 'd'];

/** The loopback ports on which a broker listens, and its data folder. */
export interface BrokerPlace {
  /** the port for clients */
  port: number;
  /** the port for the broker itself: its controller runs in the same process */
  controllerPort: number;
  data: string;
  /** unique in the cluster, from 1 */
  nodeId: number;
  /** the controllers of all brokers of the cluster: `<node id>@<host>:<port>` */
  voters: string[];
}

/**
 * The server.properties of a broker that is a controller too (KRaft combined mode).
 *
 * @param more settings of one test
 */
export function serverProperties(
  { port, controllerPort, data, nodeId, voters }: BrokerPlace,
  more: Readonly<Record<string, string>> = {},
): string {
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': String(nodeId),
    'controller.quorum.voters': voters.join(','),
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': data,
    ...BROKER_SETTINGS,
    ...(voters.length > 1 ? copiedTo(voters.length) : {}),
    ...more,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value.replaceAll('\\', '\\\\')}\n`)
    .join('');
}

/** Settings of a cluster in which every broker has a copy of every partition, and one broker may be missing. */
const copiedTo = (brokers: number): Record<string, string> => ({
  'default.replication.factor': String(brokers),
  'min.insync.replicas': String(brokers - 1),
  'offsets.topic.replication.factor': String(brokers),
  'transaction.state.log.replication.factor': String(brokers),
  'transaction.state.log.min.isr': String(brokers - 1),
});
