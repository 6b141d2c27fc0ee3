import { PassThrough, type Readable } from 'node:stream';
import { CHANGE_KINDS, CHANGES, type ChangeKind } from '@probity/contracts/changes/kinds';
import { permissionOf } from '@probity/contracts/staff/permissions';
import type { Role } from '@probity/contracts/staff/words';

/** What may wait for a client, in bytes; a message has less than 300. */
const MAX_WAITING = 16 * 1024;
/** After a broken connection, browsers connect again after this time. */
const RETRY_MS = 2_000;

/** One client that listens. */
export class OpenStream {
  private readonly out = new PassThrough();
  private kinds: ReadonlySet<ChangeKind>;

  /**
   * @param caller the account whose streams count together, and the session or token that gives the right to listen
   * @param roles that the caller has in the tenant
   */
  constructor(
    readonly tenantId: string,
    readonly slug: string,
    readonly caller: { accountId: string; sessionId?: string; tokenId?: string },
    roles: readonly Role[],
  ) {
    this.kinds = kindsFor(roles);
    this.out.write(`retry: ${RETRY_MS}\nevent: ready\ndata: {"kinds":[]}\n\n`);
  }

  get body(): Readable {
    return this.out;
  }

  onClose(call: () => void): void {
    this.out.once('close', call);
  }

  /** The caller's roles are these from now on. */
  allow(roles: readonly Role[]): void {
    this.kinds = kindsFor(roles);
  }

  /** Tells which of these kinds changed, as far as the caller may know it. */
  tell(changed: ReadonlySet<ChangeKind>): void {
    const kinds = CHANGE_KINDS.filter((kind) => changed.has(kind) && this.kinds.has(kind));
    if (kinds.length > 0) this.write(`event: changed\ndata: ${JSON.stringify({ kinds })}\n\n`);
  }

  /** A comment, which clients pass over: proxies and the server find out whether the connection still exists. */
  beat(): void {
    this.write(':\n\n');
  }

  end(): void {
    this.out.end();
  }

  /** A client that reads too slowly is disconnected. It connects again, and reads everything anew. */
  private write(message: string): void {
    if (this.out.readableLength + this.out.writableLength > MAX_WAITING) this.out.destroy();
    else if (this.out.writable) this.out.write(message);
  }
}

const kindsFor = (roles: readonly Role[]): ReadonlySet<ChangeKind> =>
  new Set(
    CHANGE_KINDS.filter((kind) => {
      const permission = permissionOf(CHANGES[kind].permission);
      return roles.some((role) => permission.roles.includes(role));
    }),
  );
