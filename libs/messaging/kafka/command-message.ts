import { randomUUID } from 'node:crypto';
import type { Message } from 'kafkajs';
import {
  CANCEL,
  COMMAND_HEADERS,
  HEADERS,
  JSON_CONTENT,
  REPLY_HEADERS,
  type ReplyFrame,
  SPEC_VERSION,
} from '@probity/contracts/headers';
import type { OperationKey } from '@probity/platform/idempotency/keyed-request';
import type { CommandCall } from '../command-call';
import type { TakenMessage } from './message-intake';

/** The caller: its instance and the partition of the reply topic that it reads. */
export interface ReplyAddress {
  instance: string;
  partition: number;
}

/** A command as received; its content is not validated. */
export interface ReceivedCommand {
  id: string;
  name: string;
  traceparent?: string;
  callerAddress?: string;
  key?: OperationKey;
  replyTo?: ReplyAddress;
  /** milliseconds since 1970 */
  deadline: number;
}

export function commandMessage(
  call: CommandCall,
  id: string,
  source: string,
  replyTo: ReplyAddress,
  nowMs: number,
): Message {
  const { command, request, traceparent, callerAddress, key, timeToLiveMs } = call;
  return {
    key: command.key(request),
    value: JSON.stringify(request),
    headers: {
      ...commonHeaders(id, command.name, source, nowMs),
      ...(traceparent === undefined ? {} : { [HEADERS.traceparent]: traceparent }),
      ...(callerAddress === undefined ? {} : { [COMMAND_HEADERS.callerAddress]: callerAddress }),
      ...(key && { [COMMAND_HEADERS.key]: key.hash, [COMMAND_HEADERS.fingerprint]: key.fingerprint }),
      [COMMAND_HEADERS.replyTo]: replyTo.instance,
      [COMMAND_HEADERS.replyPartition]: String(replyTo.partition),
      [COMMAND_HEADERS.deadline]: String(nowMs + timeToLiveMs),
    },
  };
}

/** Cancels a command with several replies when its caller no longer waits. The same key puts it after the command. */
export function cancelMessage(key: string, command: string, source: string, nowMs: number): Message {
  return { key, value: JSON.stringify({ command }), headers: commonHeaders(randomUUID(), CANCEL, source, nowMs) };
}

/** Reads the headers of a command. Returns undefined when the message has no id or no type. */
export function receivedCommand({ headers }: TakenMessage): ReceivedCommand | undefined {
  const id = headers[HEADERS.id];
  const name = headers[HEADERS.type];
  if (!id || !name) return undefined;
  const instance = headers[COMMAND_HEADERS.replyTo];
  const partition = Number(headers[COMMAND_HEADERS.replyPartition]);
  const deadline = Number(headers[COMMAND_HEADERS.deadline] ?? Infinity);
  return {
    id,
    name,
    traceparent: headers[HEADERS.traceparent],
    callerAddress: headers[COMMAND_HEADERS.callerAddress],
    key: keyIn(headers),
    replyTo: instance && Number.isInteger(partition) && partition >= 0 ? { instance, partition } : undefined,
    deadline: Number.isNaN(deadline) ? Infinity : deadline,
  };
}

const SHA256 = /^[0-9a-f]{64}$/;

function keyIn(headers: TakenMessage['headers']): OperationKey | undefined {
  const { [COMMAND_HEADERS.key]: hash = '', [COMMAND_HEADERS.fingerprint]: fingerprint = '' } = headers;
  return SHA256.test(hash) && SHA256.test(fingerprint) ? { hash, fingerprint } : undefined;
}

export function replyMessage(
  to: ReplyAddress,
  { id, name }: ReceivedCommand,
  source: string,
  frame: ReplyFrame,
  content: unknown,
  nowMs: number,
  replayed = false,
): Message {
  return {
    partition: to.partition,
    key: to.instance,
    value: content === undefined ? null : JSON.stringify(content),
    headers: {
      ...commonHeaders(randomUUID(), `${name}.reply`, source, nowMs),
      [REPLY_HEADERS.replyTo]: to.instance,
      [REPLY_HEADERS.inReplyTo]: id,
      [REPLY_HEADERS.frame]: frame,
      ...(replayed && { [REPLY_HEADERS.replayed]: 'true' }),
    },
  };
}

function commonHeaders(id: string, type: string, source: string, nowMs: number): Record<string, string> {
  return {
    [HEADERS.specVersion]: SPEC_VERSION,
    [HEADERS.id]: id,
    [HEADERS.type]: type,
    [HEADERS.source]: source,
    [HEADERS.time]: new Date(nowMs).toISOString(),
    [HEADERS.contentType]: JSON_CONTENT,
  };
}
