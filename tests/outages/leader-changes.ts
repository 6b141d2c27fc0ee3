import { setTimeout as delay } from 'node:timers/promises';
import type { StandInCluster } from '@probity/event-store/eventstoredb/testing/stand-in/cluster';
import type { AppendFault, StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import type { Random } from '../crash/random';

/** Up to so many creations are stored before a change begins, in the middle of an append. */
const MAX_BEFORE = 20;
const MAX_LOST_RESPONSES = 5;

/** A way in which a cluster gets another leader. */
export interface LeaderChange {
  name: string;
  /** Resolves when a leader can be reached again. Returns how the earlier leader joins the cluster again. */
  run: (cluster: StandInCluster, random: Random) => Promise<() => Promise<void> | void>;
}

/** The earlier leader names the new one at once. */
const HANDED_OVER: LeaderChange = {
  name: 'the leader hands over',
  run: async (cluster, random) => {
    await inAnAppend(cluster.leader, random, () => cluster.elect(another(cluster, random)));
    return () => {};
  },
};

/** The last appends are stored, and their responses are lost with the connections. */
const KILLED: LeaderChange = {
  name: 'the leader is killed',
  run: async (cluster, random) => {
    const { leader } = cluster;
    let stopped: Promise<void> | undefined;
    await inAnAppend(leader, random, () => {
      stopped = leader.stop();
      return 'no answer after';
    });
    await stopped;
    await elect(cluster, another(cluster, random), random.between(100, 4_500));
    return () => leader.start();
  },
};

const FROZEN: LeaderChange = {
  name: 'the leader freezes',
  run: async (cluster, random) => {
    const { leader } = cluster;
    await inAnAppend(leader, random, () => {
      leader.freeze();
      return 'no answer after';
    });
    await elect(cluster, another(cluster, random), random.between(2_000, 7_000));
    return () => leader.thaw();
  },
};

/** No leader is elected for longer than the product repeats an append before it tells the client. */
const LONG_ELECTION: LeaderChange = {
  name: 'no leader for 33 s',
  run: async (cluster, random) => {
    await inAnAppend(cluster.leader, random, () => 'connection lost after');
    await elect(cluster, another(cluster, random), 33_000);
    return () => {};
  },
};

/** When it continues, it stores what was sent to it meanwhile. */
const FROZEN_AND_ELECTED_AGAIN: LeaderChange = {
  name: 'the leader freezes and is elected again',
  run: async (cluster, random) => {
    const { leader } = cluster;
    await inAnAppend(leader, random, () => leader.freeze());
    await elect(cluster, leader, random.between(500, 2_000));
    await delay(random.between(2_000, 5_000));
    leader.thaw();
    return () => {};
  },
};

/** Appends are stored, but the leader reports nothing or a failure, and loses the next election. */
const RESPONSES_LOST: LeaderChange = {
  name: 'responses are lost',
  run: async (cluster, random) => {
    const faults: AppendFault[] = ['timed out after', 'no answer after', 'conflict after'];
    const lost = Array.from({ length: random.between(1, MAX_LOST_RESPONSES) }, () => random.pick(faults, 1)[0]!);
    await inAnAppend(cluster.leader, random, () => 'connection lost after', lost);
    await elect(cluster, another(cluster, random), random.between(200, 1_300));
    return () => {};
  },
};

const CHANGES = 20;
const ELECTED_AGAIN = 2;
/** Each makes another node the leader. */
const OFTEN = [HANDED_OVER, KILLED, FROZEN, RESPONSES_LOST];

/** 20 changes of the leader in a random order, and two elections that the same node wins. */
export function leaderChanges(random: Random): LeaderChange[] {
  const all = [LONG_ELECTION, ...Array.from({ length: CHANGES - 1 }, (_, n) => OFTEN[n % OFTEN.length]!)];
  all.push(...Array.from({ length: ELECTED_AGAIN }, () => FROZEN_AND_ELECTED_AGAIN));
  return random.pick(all, all.length);
}

/** Lets some appends pass and some fail, and does the work in the next one, whose fault it may return. */
function inAnAppend(
  leader: StandIn,
  random: Random,
  work: () => AppendFault | void,
  faults: AppendFault[] = [],
): Promise<void> {
  const pass = Array.from({ length: random.between(0, MAX_BEFORE) }, () => () => {});
  return new Promise((done) => {
    leader.failNextAppends(...pass, ...faults, () => {
      done();
      return work();
    });
  });
}

async function elect(cluster: StandInCluster, leader: StandIn, afterMs: number): Promise<void> {
  cluster.beginElection();
  await delay(afterMs);
  cluster.elect(leader);
}

const another = (cluster: StandInCluster, random: Random): StandIn =>
  random.pick(
    cluster.nodes.filter((node) => node !== cluster.leader),
    1,
  )[0]!;
