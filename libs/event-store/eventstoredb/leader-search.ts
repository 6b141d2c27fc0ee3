import type { EventStoreDBClient } from '@eventstore/db-client';
import { Metadata, status } from '@grpc/grpc-js';

/** How long a node may take to name the leader, unless the connection string says so. */
const GOSSIP_TIMEOUT_S = 2;

/**
 * After a lost connection, the library waits for a search for the leader that another call has begun. If this search ends
 * without a leader, its error has no other reader than the process, which would end. The calls that wait for the leader get
 * it, too.
 */
export function outliveSearches(this: EventStoreDBClient): void {
  const handleError = this.handleError;
  this.handleError = (client, error) => handleError(client, error).catch(() => {});
}

/** The library looks for the leader again only after errors of this kind. */
export function nodeLost(cause: Error): Error {
  const details = 'the node may no longer be the leader';
  return Object.assign(new Error(details, { cause }), { code: status.UNAVAILABLE, details, metadata: new Metadata() });
}

/** Whether it names several nodes, or a name that stands for them. */
export const namesCluster = (url: string): boolean => /^[^:]*\+discover:|^[^?]*,/.test(url);

/** The library asks a node for 5 s, and may ask the frozen one first. */
export function withGossipTimeout(url: string): string {
  if (!namesCluster(url) || /[?&]gossipTimeout=/i.test(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}gossipTimeout=${GOSSIP_TIMEOUT_S}`;
}
