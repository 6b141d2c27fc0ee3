/** Allowed targets, besides public receivers with HTTPS. */
export interface TargetPolicy {
  /** allowed in addition to 443 */
  allowedPorts: ReadonlySet<number>;
  /** development only: plain http, and loopback on any port */
  allowInsecureLoopback: boolean;
}
