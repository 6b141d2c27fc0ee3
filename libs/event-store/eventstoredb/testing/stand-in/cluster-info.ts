import { randomUUID } from 'node:crypto';
import { ClusterInfo, EndPoint, MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { UUID } from '@eventstore/db-client/generated/shared_pb';

export interface ClusterNode {
  host: string;
  port: number;
  /** `electing`: the node knows no leader, as during an election; clients do not choose it */
  state: 'leader' | 'follower' | 'electing';
}

/** The reply to a client that looks for the leader. */
export function clusterInfo(nodes: ClusterNode[]): ClusterInfo {
  const { LEADER, FOLLOWER, UNKNOWN } = MemberInfo.VNodeState;
  const states = { leader: LEADER, follower: FOLLOWER, electing: UNKNOWN };
  return new ClusterInfo().setMembersList(
    nodes.map(({ host, port, state }) =>
      new MemberInfo()
        .setInstanceId(new UUID().setString(randomUUID()))
        .setTimeStamp(String(Date.now()))
        .setState(states[state])
        .setIsAlive(true)
        .setHttpEndPoint(new EndPoint().setAddress(host).setPort(port)),
    ),
  );
}

/** The reply to the question that a client asks before its first call. */
export function supportedMethods(): SupportedMethods {
  const methods = ['append', 'batchappend', 'read', 'delete', 'tombstone'].map((name) => {
    const method = new SupportedMethod().setMethodName(name).setServiceName('event_store.client.streams.streams');
    return name === 'read' ? method.setFeaturesList(['position', 'events']) : method;
  });
  return new SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList(methods);
}
