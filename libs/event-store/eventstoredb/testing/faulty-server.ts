import { Connection } from '../connection';
import { EventStoreDbEventStore } from '../eventstoredb-event-store';
import { StandIn } from './stand-in/stand-in';
import { realServer, database } from './stored-events';

// A spec that imports this file gets, for each of its tests, a new server that can be made to fail.

/** A group of tests that need a server with simulated faults. A real server skips them. */
export const describeFaults = realServer ? describe.skip : describe;
/** Long enough to receive an answer on a busy machine; short enough for the tests that receive none. */
export const DEADLINE_MS = 1_500;

let nodes: StandIn[];
export let node: StandIn;
export let faulty: EventStoreDbEventStore;
/** the same, but waits only for DEADLINE_MS */
export let impatient: EventStoreDbEventStore;
/** in the order in which the stores were opened */
export const connections: Connection[] = [];
export const connect = (connectionString: string): EventStoreDbEventStore => {
  const connection = new Connection(connectionString);
  connections.push(connection);
  return new EventStoreDbEventStore(connection, database.owner);
};
export const start = async (options?: Parameters<typeof StandIn.start>[0]): Promise<StandIn> => {
  const each = await StandIn.start(options);
  nodes.push(each);
  return each;
};

beforeEach(async () => {
  nodes = [];
  node = await start();
  faulty = connect(node.connectionString);
  impatient = connect(`${node.connectionString}&defaultDeadline=${DEADLINE_MS}`);
});
afterEach(async () => {
  await Promise.all(connections.splice(0).map((each) => each.close()));
  await Promise.all(nodes.map((each) => each.stop()));
});
