import { accessDenied } from './rpc-errors';

/** the calls that an access control list allows one by one */
export type AccessedBy = 'read' | 'append';

/** Streams to which access is denied. */
export class DeniedAccess {
  private readonly rules: { prefix: string; call: AccessedBy | undefined }[] = [];

  /** @param call default: all calls */
  add(prefix: string, call: AccessedBy | undefined): void {
    this.rules.push({ prefix, call });
  }

  clear(): void {
    this.rules.length = 0;
  }

  /** @throws RpcError when access to the stream is denied */
  check(stream: string, by: AccessedBy): void {
    if (this.rules.some(({ prefix, call = by }) => stream.startsWith(prefix) && call === by)) throw accessDenied();
  }
}
