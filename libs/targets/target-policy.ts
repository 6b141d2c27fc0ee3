/** Targets that are allowed in addition to public receivers with HTTPS on port 443. */
export interface TargetPolicy {
  /** allowed in addition to 443 */
  allowedPorts: ReadonlySet<number>;
  /** development only: plain http, and loopback on any port */
  allowInsecureLoopback: boolean;
}
