/** Where deliveries may go, beyond the rule that the receiver is public and speaks HTTPS. */
export interface TargetPolicy {
  /** allowed beside 443, which always is */
  allowedPorts: ReadonlySet<number>;
  /** development only: plain http, and loopback on any port */
  allowInsecureLoopback: boolean;
}
