import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const HOST = '127.0.0.1';

/** The way to a server, on a port of its own. It can be shut like a stopped server, or be silent like a frozen one. */
export class Gate {
  private readonly sockets = new Set<Socket>();
  private listener: Server | undefined;
  private frozen = false;

  /** @param target the Unix socket or the port of the server */
  private constructor(
    private readonly target: string | number,
    private listeningPort = 0,
  ) {}

  static async open(target: string | number): Promise<Gate> {
    const gate = new Gate(target);
    await gate.open();
    return gate;
  }

  get port(): number {
    return this.listeningPort;
  }

  /** Connections are possible again, on the same port. */
  async open(): Promise<void> {
    this.listener = createServer((socket) => this.pass(socket)).listen(this.listeningPort, HOST);
    await once(this.listener, 'listening');
    this.listeningPort = (this.listener.address() as AddressInfo).port;
  }

  /** Ends all connections and refuses new ones. */
  async shut(): Promise<void> {
    const closed = once(this.listener!, 'close');
    this.listener!.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Connections stay open and new ones can be opened, but nothing passes. */
  freeze(): void {
    this.frozen = true;
    for (const socket of this.sockets) socket.pause();
  }

  thaw(): void {
    this.frozen = false;
    for (const socket of this.sockets) socket.resume();
  }

  private pass(inward: Socket): void {
    const outward = typeof this.target === 'string' ? connect(this.target) : connect(this.target, HOST);
    for (const [from, to] of [
      [inward, outward],
      [outward, inward],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (bytes) => void to.write(bytes));
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      from.on('error', () => {}); // 'close' follows
      if (this.frozen) from.pause();
    }
  }
}
