import { once } from 'node:events';
import { type AddressInfo, createServer, type Server as SocketServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { Empty } from '@eventstore/db-client/generated/shared_pb';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb';
import {
  type AppendReq,
  type AppendResp,
  type BatchAppendReq,
  type BatchAppendResp,
  type DeleteReq,
  DeleteResp,
  type ReadReq,
  type ReadResp,
  type TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb';
import {
  type Metadata,
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { type Append, type AppendNode, handleAppend, handleBatchAppend } from './append-service';
import { clusterInfo, type ClusterNode, supportedMethods } from './cluster-info';
import { EventLog } from './event-log';
import { type AppendOutcome, streamName } from './messages';
import { handleRead, type ReadNode } from './read-service';
import { type AccessedBy, DeniedAccess } from './denied-access';
import { notLeader, type RpcError, thrownByHandler, timedOut, unauthenticated } from './rpc-errors';

/** The fault of one append. `before` means that the events are not stored, `after` that they are. */
export type AppendFault =
  | 'not ready'
  | 'connection lost before'
  | 'connection lost after'
  | 'no answer before'
  | 'no answer after'
  | 'timed out after'
  /** stores the events, but reports a wrong expected version */
  | 'conflict after'
  /** stores the events and delays the response by this many milliseconds */
  | number
  /** runs on the server just before the append; the function may return a fault for this append */
  | ((append: Append) => AppendFault | void);

export interface StandInOptions {
  /** default: any free port */
  port?: number;
  /** shared by the nodes of a cluster; default: a new, empty log */
  log?: EventLog;
  /** maximum size of one append in bytes; default 1 MiB, as on a real server */
  maxAppendSize?: number;
  /** maximum size of one event in bytes; default: unlimited, as on a real server */
  maxAppendEventSize?: number;
  /** default: no TLS */
  tls?: { cert: string; key: string };
}

const HOST = '127.0.0.1';

/**
 * A server for tests that uses EventStoreDB's protocol. It keeps events in memory and can simulate faults. It is
 * written after the published source of EventStoreDB. Tests against it do not prove how a real server behaves.
 */
export class StandIn implements AppendNode, ReadNode {
  readonly log: EventLog;
  readonly maxAppendSize: number;
  readonly maxAppendEventSize: number;
  stalled = false;
  /** whether an election is under way: appends are not stored, and reads fail */
  electing = false;
  /** if set, the only user and password that the node knows, as `user:password` */
  user: string | undefined;
  private frozen = false;
  private readonly whenThawed = new Set<() => void>();
  private readonly tls: StandInOptions['tls'];
  private readonly faults: AppendFault[] = [];
  private readonly denied = new DeniedAccess();
  private readonly sockets = new Set<Socket>();
  private readonly subscriptions = new Set<(error: RpcError) => void>();
  private leader: StandIn | undefined;
  private running: { grpc: Server; listener: SocketServer } | undefined;
  private listeningPort: number;
  private sent = 0;

  private constructor({ port = 0, log, maxAppendSize, maxAppendEventSize, tls }: StandInOptions) {
    this.tls = tls;
    this.log = log ?? new EventLog();
    this.maxAppendSize = maxAppendSize ?? 1024 * 1024;
    this.maxAppendEventSize = maxAppendEventSize ?? Infinity;
    this.listeningPort = port;
  }

  static async start(options: StandInOptions = {}): Promise<StandIn> {
    const standIn = new StandIn(options);
    await standIn.start();
    return standIn;
  }

  get port(): number {
    return this.listeningPort;
  }

  get connectionString(): string {
    return `esdb://${HOST}:${this.port}${this.tls ? '' : '?tls=false'}`;
  }

  /** How many connections clients have open. */
  get connections(): number {
    return this.sockets.size;
  }

  get subscriptionsOpen(): number {
    return this.subscriptions.size;
  }

  /** How many subscription messages were sent. Some may still be in network buffers, before the reader. */
  get messagesTaken(): number {
    return this.sent;
  }

  /** Listens again after `stop`, on the same port and with the same events. */
  async start(): Promise<void> {
    const grpc = new Server();
    grpc.addService(StreamsService, {
      append: (call: ServerReadableStream<AppendReq, AppendResp>, done: sendUnaryData<AppendResp>) =>
        handleAppend(this, call, done),
      batchAppend: (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) => {
        try {
          this.checkUser(call.metadata);
          handleBatchAppend(this, call);
        } catch (error) {
          call.emit('error', error);
        }
      },
      read: (call: ServerWritableStream<ReadReq, ReadResp>) => void handleRead(this, call),
      delete: (call: ServerUnaryCall<DeleteReq, DeleteResp>, done: sendUnaryData<DeleteResp>) => {
        this.log.delete(streamName(call.request.getOptions()!.getStreamIdentifier()));
        done(null, new DeleteResp().setNoPosition(new Empty()));
      },
      tombstone: (call: ServerUnaryCall<TombstoneReq, TombstoneResp>, done: sendUnaryData<TombstoneResp>) => {
        this.log.tombstone(streamName(call.request.getOptions()!.getStreamIdentifier()));
        done(null, new TombstoneResp().setNoPosition(new Empty()));
      },
    });
    grpc.addService(ServerFeaturesService, {
      getSupportedMethods: (_call: unknown, done: sendUnaryData<SupportedMethods>) => done(null, supportedMethods()),
    });
    grpc.addService(GossipService, {
      read: (_call: unknown, done: sendUnaryData<ClusterInfo>) => {
        if (!this.frozen) done(null, clusterInfo(this.nodes()));
      },
    });
    const credentials = this.tls
      ? ServerCredentials.createSsl(null, [
          { cert_chain: Buffer.from(this.tls.cert), private_key: Buffer.from(this.tls.key) },
        ])
      : ServerCredentials.createInsecure();
    const injector = grpc.createConnectionInjector(credentials);
    const listener = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => {}); // a client that disconnects is not an error of the server
      injector.injectConnection(socket);
    });
    listener.listen(this.listeningPort, HOST);
    await once(listener, 'listening');
    this.listeningPort = (listener.address() as AddressInfo).port;
    this.running = { grpc, listener };
  }

  /** Stops like a killed server: closes all connections immediately. */
  async stop(): Promise<void> {
    if (!this.running) return;
    const { grpc, listener } = this.running;
    this.running = undefined;
    const closed = once(listener, 'close');
    listener.close();
    this.loseConnections();
    setImmediate(() => grpc.forceShutdown());
    await closed;
  }

  loseConnections(): void {
    for (const socket of this.sockets) setImmediate(() => socket.destroy()); // Node may abort if it is just read
  }

  /** Sets the faults of the next appends, in order. */
  failNextAppends(...faults: AppendFault[]): void {
    this.faults.push(...faults);
  }

  /** Ends all subscriptions with the error that a real server sends to readers that are too slow. */
  dropSubscriptions(): void {
    const error = timedOut('Consumer too slow to handle event while live. Client resubscription required.');
    for (const end of [...this.subscriptions]) end(error);
  }

  /** From now on, this node rejects calls that require the leader, and names the other node as the leader. */
  handOverTo(leader: StandIn): void {
    this.leader = leader;
    leader.leader = undefined;
  }

  /** Denies reads and appends of streams that begin with the prefix, or only one of them. */
  denyAccessTo(prefix: string, call?: AccessedBy): void {
    this.denied.add(prefix, call);
  }

  /** Like a stopped process: connections stay open and new ones can be opened, but calls hang. */
  freeze(): void {
    this.frozen = true;
    this.stalled = true;
  }

  /** Like a process that continues: a leader now stores the appends that arrived meanwhile; another node drops them. */
  thaw(): void {
    this.frozen = false;
    this.stalled = false;
    for (const thawed of this.whenThawed) thawed();
    this.whenThawed.clear();
  }

  checkReads(headers: Metadata): void {
    this.checkUser(headers);
    if (this.electing) throw thrownByHandler();
  }

  private checkUser(headers: Metadata): void {
    const known = this.user && `Basic ${Buffer.from(this.user).toString('base64')}`;
    if (known && headers.get('authorization')[0] !== known) throw unauthenticated();
  }

  allowAll(): void {
    this.denied.clear();
  }

  make(append: Append, headers: Metadata): Promise<AppendOutcome> | undefined {
    const { stream, expected, events } = append;
    if (this.frozen) return this.madeWhenThawed(append);
    if (this.electing) return Promise.resolve({ result: 'not ready' });
    this.checkLeader(headers);
    const next = this.faults.shift();
    const fault = typeof next === 'function' ? next(append) : next;
    if (fault === 'not ready') return Promise.resolve({ result: 'not ready' });
    if (fault === 'connection lost before') this.loseConnections();
    if (fault === 'connection lost before' || fault === 'no answer before') return undefined;
    const outcome = this.log.append(stream, expected, events);
    if (typeof fault === 'number') return delay(fault, outcome);
    if (fault === 'timed out after') return Promise.resolve({ result: 'timed out' });
    if (fault === 'conflict after')
      return Promise.resolve({ result: 'wrong expected version', current: BigInt(events.length) });
    if (fault === 'connection lost after') this.loseConnections();
    return fault === 'connection lost after' || fault === 'no answer after' ? undefined : Promise.resolve(outcome);
  }

  private madeWhenThawed({ stream, expected, events }: Append): Promise<AppendOutcome> {
    return new Promise((resolve) => {
      this.whenThawed.add(() => {
        if (!this.leader) resolve(this.log.append(stream, expected, events));
      });
    });
  }

  checkAccess(stream: string, by: AccessedBy): void {
    this.denied.check(stream, by);
  }

  checkLeader(headers: Metadata): void {
    if (this.leader && !this.frozen && headers.get('requires-leader')[0] === 'true')
      throw notLeader(HOST, this.leader.port);
  }

  subscribed(end: (error: RpcError) => void): () => void {
    this.subscriptions.add(end);
    return () => this.subscriptions.delete(end);
  }

  messageSent(): void {
    this.sent++;
  }

  private nodes(): ClusterNode[] {
    const nodes = this.leader ? [this, this.leader] : [this];
    return nodes.map((node) => ({
      host: HOST,
      port: node.port,
      state: this.electing ? 'electing' : node.leader ? 'follower' : 'leader',
    }));
  }
}
