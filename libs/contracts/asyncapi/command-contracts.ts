import { isDeepStrictEqual } from 'node:util';
import type { Command } from '../declaration/command';
import { COMMANDS } from '../commands';
import { CANCEL, COMMAND_HEADERS, HEADERS } from '../headers';
import type { Topic } from '../topics';
import { DEADLINE, FINGERPRINT, INSTANCE_ID, KEY_HASH, MESSAGE_ID, TRACEPARENT } from '../examples';
import { type JsonSchema, objectOf, plainSchema } from './json-schema';
import { exampleHeaders, locationInPayload, type MessageContract, schemaAt, titleOf } from './message-contract';
import { cancellationHeaders, commandHeaders } from './message-headers';

const CALLER = '/bank/core';
const CALLER_ADDRESS = '203.0.113.7';
const CALLER_HEADERS = {
  [COMMAND_HEADERS.replyTo]: INSTANCE_ID,
  [COMMAND_HEADERS.replyPartition]: '7',
  [COMMAND_HEADERS.deadline]: DEADLINE,
};

/** The commands of the topic. */
export const commandsOn = ({ name }: Topic): MessageContract[] =>
  COMMANDS.filter(({ topic }) => topic === name).map(asked);

function asked(command: Command): MessageContract {
  const { name, summary, request, example } = command;
  return {
    name,
    title: `${titleOf(name)}Request`,
    summary,
    headers: commandHeaders(name),
    payload: plainSchema(request),
    key: keyOf(command),
    keyLocation: keyLocationOf(command),
    correlationHeader: HEADERS.id,
    example: { headers: exampleCommandHeaders(name), payload: example.request },
  };
}

/** Cancels a command. It has the key of that command, so that it follows it in the partition. */
export function cancellation(topic: Topic): MessageContract {
  const keys = COMMANDS.filter((command) => command.topic === topic.name).map(keyOf);
  return {
    name: CANCEL,
    title: titleOf(CANCEL),
    summary:
      'Cancel a command with several replies, because its caller no longer waits for it. With a reply address, ' +
      'the reply is `complete`, also if the command is not running.',
    headers: cancellationHeaders(CANCEL),
    payload: objectOf({ command: { type: 'string', description: '`ce_id` of the command' } }),
    key: { ...shared(keys), description: 'the key of the command' },
    correlationHeader: HEADERS.id,
    example: { headers: { ...exampleHeaders(CANCEL, CALLER), ...CALLER_HEADERS }, payload: { command: MESSAGE_ID } },
  };
}

/** A key that is not in the request is the same for all requests. */
function keyOf(command: Command): JsonSchema {
  const location = keyLocationOf(command);
  const schema = location === undefined ? undefined : schemaAt(plainSchema(command.request), location);
  return schema ?? { type: 'string', const: command.key(command.example.request) };
}

/** The schema that all keys share; plain text when they differ. */
function shared([first, ...others]: JsonSchema[]): JsonSchema {
  const wordless = ({ description: _, ...rest }: JsonSchema) => rest;
  if (first === undefined) return { type: 'string' };
  const isSame = others.every((other) => isDeepStrictEqual(wordless(other), wordless(first)));
  return isSame ? wordless(first) : { type: 'string' };
}

const keyLocationOf = ({ example: { request }, ...command }: Command): string | undefined =>
  locationInPayload(request, command.key(request));

const exampleCommandHeaders = (name: string): Record<string, string> => ({
  ...exampleHeaders(name, CALLER),
  [HEADERS.traceparent]: TRACEPARENT,
  [COMMAND_HEADERS.callerAddress]: CALLER_ADDRESS,
  ...CALLER_HEADERS,
  [COMMAND_HEADERS.key]: KEY_HASH,
  [COMMAND_HEADERS.fingerprint]: FINGERPRINT,
});
