/** refused: by the receiver's machine; tls: the handshake or the certificate; network: anything else on the way */
export type UnreachableReason = 'refused' | 'timed_out' | 'tls' | 'network';

const messages: Record<UnreachableReason, string> = {
  refused: 'the receiver refused the connection',
  timed_out: 'no connection to the receiver could be made in time',
  tls: "no TLS connection could be made; check the receiver's certificate",
  network: 'the connection to the receiver failed',
};

/** An allowed target could not be connected to. `message` may be shown to the institution; `cause` is for logs. */
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

/** The error of a TCP connection in our words. */
export function tcpFailure(cause: unknown): TargetUnreachable {
  const code = codeOf(cause);
  if (code === 'ECONNREFUSED') return new TargetUnreachable('refused', cause);
  return new TargetUnreachable(code === 'ETIMEDOUT' ? 'timed_out' : 'network', cause);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
