import { EventLog } from './event-log';
import { StandIn } from './stand-in';

const NODES = 3;

/**
 * Several stand-ins that stand for the nodes of a cluster. They share one log, so every node has each stored event at
 * once: a leader that is replaced loses none.
 */
export class StandInCluster {
  private constructor(
    readonly nodes: readonly StandIn[],
    private current: StandIn,
  ) {}

  static async start(): Promise<StandInCluster> {
    const log = new EventLog();
    const nodes = await Promise.all(Array.from({ length: NODES }, () => StandIn.start({ log })));
    const cluster = new StandInCluster(nodes, nodes[0]!);
    cluster.elect(nodes[0]!);
    return cluster;
  }

  get leader(): StandIn {
    return this.current;
  }

  get log(): EventLog {
    return this.current.log;
  }

  get connectionString(): string {
    return `esdb://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`;
  }

  /** No node is the leader until `elect`. A frozen node does not notice. */
  beginElection(): void {
    for (const node of this.nodes) node.electing = !node.stalled;
  }

  elect(leader: StandIn): void {
    for (const node of this.nodes) {
      if (node !== leader) node.handOverTo(leader);
      node.electing = false;
    }
    this.current = leader;
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }
}
