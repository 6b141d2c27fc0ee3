/**
 * `refused`: the machine rejected the connection; `tls`: the handshake or the certificate failed;
 * `network`: any other failure of the network
 */
export type UnreachableReason = 'refused' | 'timed_out' | 'tls' | 'network';

const messages: Record<UnreachableReason, string> = {
  refused: 'the connection was rejected; check that the server is running and the port is right',
  timed_out: 'the server did not accept the connection in time',
  tls: "the TLS connection failed; check the server's certificate",
  network: 'the connection to the server failed',
};

/** The connection to an allowed target failed. Institutions and staff may read `message`; `cause` is for logs. */
export class TargetUnreachable extends Error {
  readonly code = 'target_unreachable';

  constructor(
    readonly reason: UnreachableReason,
    cause?: unknown,
  ) {
    const detail = reason === 'tls' ? codeOf(cause) : undefined;
    super(detail ? `${messages[reason]} (${detail})` : messages[reason], { cause });
    this.name = 'TargetUnreachable';
  }
}

/** Translates the error of a TCP connection. */
export function tcpFailure(cause: unknown): TargetUnreachable {
  const code = codeOf(cause);
  if (code === 'ECONNREFUSED') return new TargetUnreachable('refused', cause);
  return new TargetUnreachable(code === 'ETIMEDOUT' ? 'timed_out' : 'network', cause);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
