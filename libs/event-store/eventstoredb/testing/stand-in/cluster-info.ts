import { randomUUID } from 'node:crypto';
import { ClusterInfo, EndPoint, MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { UUID } from '@eventstore/db-client/generated/shared_pb';

export interface ClusterNode {
  host: string;
  port: number;
  isLeader: boolean;
}

/** The reply to a client that looks for the leader. */
export function clusterInfo(nodes: ClusterNode[]): ClusterInfo {
  const { LEADER, FOLLOWER } = MemberInfo.VNodeState;
  return new ClusterInfo().setMembersList(
    nodes.map(({ host, port, isLeader }) =>
      new MemberInfo()
        .setInstanceId(new UUID().setString(randomUUID()))
        .setTimeStamp(String(Date.now()))
        .setState(isLeader ? LEADER : FOLLOWER)
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
