import type { PrivateNetwork } from './private-networks';

/** Targets that are allowed in addition to public addresses with HTTPS on port 443. */
export interface TargetPolicy {
  /** allowed in addition to 443 */
  allowedPorts: ReadonlySet<number>;
  /** development only: plain http, and loopback on any port */
  allowInsecureLoopback: boolean;
  /**
   * Allowed in addition to public addresses, also with plain http, because self-hosted providers often have no TLS and
   * the operator knows these networks. Plain http never reaches a public address. None unless set.
   */
  privateNetworks?: readonly PrivateNetwork[];
}
