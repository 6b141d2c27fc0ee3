import { createHash } from 'node:crypto';
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import type { Kafka } from 'kafkajs';
import Type from 'typebox';
import { command } from '@probity/contracts/declaration/command';
import { CANCEL, REPLY_HEADERS, type ReplyFrame } from '@probity/contracts/headers';
import { TOPICS } from '@probity/contracts/every-topic';
import { REPLIES } from '@probity/contracts/topics';
import { isWireRefusal, Refusal } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import type { Logger } from '@probity/platform/logging';
import type { CommandCall } from '../command-call';
import { outcomeUnknown } from '../outcome-unknown';
import { Replayed } from '../idempotency/replayed';
import { cancelMessage, commandMessage, type ReplyAddress } from './command-message';
import { jsonOf } from './json-value';
import { explainKafka } from './explain-kafka';
import { KafkaSender, PRODUCER } from './kafka-sender';
import { ReplyReader } from './reply-reader';

/** A service that carries out a command with several replies sends messages more often than this. */
const SILENCE_MS = 20_000;
const LOOK_EVERY_MS = 1_000;
const WARM_UP_ROUND_TRIPS = 20;
/** A service that starts at the same time first waits until the broker has forgotten its dead predecessors. */
const WARM_UP_PATIENCE_MS = 60_000;
const REPLY_PARTITIONS = TOPICS.find(({ name }) => name === REPLIES)!.partitions;

export interface KafkaClientOptions {
  kafka: Kafka;
  topicPrefix: string;
  /** the calling service */
  service: string;
  /** unique among all instances of all services */
  instance: string;
  /** topics of commands, without the prefix, to which the ways are opened before the first command needs them */
  warmed?: readonly string[];
  logger: Logger;
  /** called when replies can no longer be read; the process should then end */
  onDead: (error: Error) => void;
}

interface Pending {
  call: CommandCall;
  heardAt: number;
  answer: (packet: WritePacket) => void;
}

/** Sends commands over Kafka and receives their replies, all of them on one partition; see `partitionOf`. */
export class KafkaClient extends ClientProxy {
  private readonly pending = new Map<string, Pending>();
  private readonly replyTo: ReplyAddress;
  private readonly source: string;
  private sender: KafkaSender | undefined;
  private reader: ReplyReader | undefined;
  private connecting: Promise<void> | undefined;
  private silenceTimer: NodeJS.Timeout | undefined;
  private closing = false;

  constructor(private readonly options: KafkaClientOptions) {
    super();
    this.replyTo = { instance: options.instance, partition: partitionOf(options.instance) };
    this.source = `/probity/${options.service}`;
  }

  /** Resolves when this client can receive replies. */
  connect(): Promise<void> {
    return (this.connecting ??= this.start().catch((error: unknown) => {
      throw explainKafka(error);
    }));
  }

  /** @throws Error when replies cannot be received now */
  async checkReady(): Promise<void> {
    if (!this.reader?.isReady) throw new Error('replies cannot be received');
  }

  /** Does not wait for outstanding replies: callers that still wait get `outcome_unknown`. */
  async close(): Promise<void> {
    this.closing = true;
    clearInterval(this.silenceTimer);
    for (const { answer, call } of this.pending.values()) {
      answer({ err: outcomeUnknown('the service stopped', call).toWire(), isDisposed: true });
    }
    this.pending.clear();
    await this.sender?.close();
    await this.reader?.stop();
  }

  unwrap<T>(): T {
    return this.options.kafka as T;
  }

  protected publish({ data: call }: ReadPacket<CommandCall>, callback: (packet: WritePacket) => void): () => void {
    const id = newId();
    if (this.closing || !this.sender) {
      callback({
        err: new Refusal('overloaded', 'unavailable', 'the service is stopping. No changes were made; retry.').toWire(),
      });
      return () => {};
    }
    this.pending.set(id, { call, heardAt: performance.now(), answer: callback });
    const message = commandMessage(call, id, this.source, this.replyTo, Date.now());
    this.sender.send(this.options.topicPrefix + call.command.topic, message).catch((err: unknown) => {
      this.options.logger.warn({ err, command: call.command.name }, 'a command could not be sent');
      this.settle(id, { err: outcomeUnknown('the broker did not confirm the command', call).toWire() });
    });
    return () => this.leave(id);
  }

  protected dispatchEvent(): Promise<never> {
    return Promise.reject(new Error('facts are published by a relay, not by a client'));
  }

  private async start(): Promise<void> {
    const { kafka, topicPrefix, instance, logger, onDead } = this.options;
    const producer = kafka.producer(PRODUCER);
    await producer.connect();
    this.sender = new KafkaSender(producer);
    this.reader = new ReplyReader({
      kafka,
      topic: topicPrefix + REPLIES,
      groupId: `${topicPrefix}probity-replies-${instance}`,
      partition: this.replyTo.partition,
      logger,
      onReply: (headers, value) => this.receive(headers, value),
      onDead,
    });
    await this.reader.start();
    this.silenceTimer = setInterval(() => this.endSilentOnes(), LOOK_EVERY_MS);
    for (const topic of this.options.warmed ?? []) this.warm(topic, WARM_UP_ROUND_TRIPS);
  }

  /**
   * Sends cancellations of commands that do not exist, one after another. Their replies show that the way to the
   * topic's service and back is open, and by then both sides have connections, metadata and compiled code. Without
   * this, the first commands after a start pay for it. Does not wait, and changes nothing when no reply arrives.
   */
  private warm(topic: string, roundTrips: number): void {
    if (roundTrips === 0 || this.closing) return;
    const command = cancellationIn(topic);
    const data = { command, request: { command: newId() }, manyReplies: false, timeToLiveMs: WARM_UP_PATIENCE_MS };
    const leave = this.publish({ pattern: CANCEL, data }, () => {
      clearTimeout(patience);
      this.warm(topic, roundTrips - 1);
    });
    const patience = setTimeout(leave, WARM_UP_PATIENCE_MS).unref();
  }

  /** Skips late replies, and the replies to other instances that read the same partition. */
  private receive(headers: Record<string, string>, value: Buffer | null): void {
    if (headers[REPLY_HEADERS.replyTo] !== this.replyTo.instance) return;
    const id = headers[REPLY_HEADERS.inReplyTo] ?? '';
    const pending = this.pending.get(id);
    if (!pending) return;
    pending.heardAt = performance.now();
    const content = jsonOf(value);
    const frame = headers[REPLY_HEADERS.frame] as ReplyFrame;
    switch (content === undefined && (frame === 'reply' || frame === 'next') ? 'unreadable' : frame) {
      case 'next':
        return pending.answer({ response: content });
      case 'alive':
        return;
      case 'reply':
        return this.settle(id, { response: headers[REPLY_HEADERS.replayed] ? new Replayed(content) : content });
      case 'complete':
        return this.settle(id, {});
      case 'refusal':
        return this.settle(id, { err: isWireRefusal(content) ? content : failed() });
      case 'failure':
        return this.settle(id, { err: failed() });
      default:
        this.options.logger.error({ command: pending.call.command.name, frame }, 'a reply cannot be read');
        return this.settle(id, { err: outcomeUnknown('the reply cannot be read', pending.call).toWire() });
    }
  }

  private settle(id: string, packet: WritePacket): void {
    const pending = this.pending.get(id);
    if (!pending) return;
    this.pending.delete(id);
    pending.answer({ ...packet, isDisposed: true });
  }

  /** Called when the caller no longer waits or has its reply. Cancels a command with several replies. */
  private leave(id: string): void {
    const pending = this.pending.get(id);
    if (!pending) return;
    this.pending.delete(id);
    const { command, request, manyReplies } = pending.call;
    if (!manyReplies || this.closing) return;
    const message = cancelMessage(command.key(request), id, this.source, Date.now());
    this.sender!.send(this.options.topicPrefix + command.topic, message).catch((err: unknown) => {
      this.options.logger.warn({ err, command: command.name }, 'a command could not be cancelled and continues');
    });
  }

  private endSilentOnes(): void {
    const silentSince = performance.now() - SILENCE_MS;
    for (const [id, { call, heardAt }] of this.pending) {
      if (call.manyReplies && heardAt < silentSince)
        this.settle(id, { err: outcomeUnknown('the service stopped replying', call).toWire() });
    }
  }
}

const cancellationIn = (topic: string) =>
  command({
    name: CANCEL,
    topic,
    summary: 'Cancel a command.',
    request: Type.Object({ command: Type.String() }),
    reply: Type.Null(),
    key: (request) => request.command,
  });

/** The partition that this instance reads. Any partition is possible, because each command names it. */
function partitionOf(instance: string): number {
  return createHash('sha256').update(instance).digest().readUInt32BE(0) % REPLY_PARTITIONS;
}

const failed = (): Error => new Error('the command failed; see the log of the service that handles it');
