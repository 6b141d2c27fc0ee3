import type { Command } from '../declaration/command';
import { COMMANDS } from '../commands';
import { REPLY_HEADERS, type ReplyFrame } from '../headers';
import { INSTANCE_ID, MESSAGE_ID } from '../examples';
import { type JsonSchema, objectOf, plainSchema } from './json-schema';
import { exampleHeaders, type MessageContract, titleOf } from './message-contract';
import { replyHeaders } from './message-headers';

/** The message that brings the answer of the command. */
export const answerTo = ({ name }: Command): string => `${name}.reply`;

/** Messages that can come in place of an answer, or after it, whatever the command. */
export const NO_ANSWERS = ['reply.alive', 'reply.complete', 'reply.refusal', 'reply.failure'] as const;

const NO_VALUE: JsonSchema = { type: 'null', description: 'the message has no value' };
const REFUSAL = objectOf({
  kind: { type: 'string', description: 'such as `invalid`, `not_found`, `overloaded` or `outcome_unknown`' },
  code: { type: 'string', description: 'a stable word for machines' },
  message: { type: 'string', description: 'what is wrong, for people' },
});

const NO_ANSWER: Record<(typeof NO_ANSWERS)[number], { summary: string; payload: JsonSchema; example: unknown }> = {
  'reply.alive': {
    summary: 'The command is being worked on in silence; more will follow.',
    payload: NO_VALUE,
    example: null,
  },
  'reply.complete': { summary: 'Every answer has been sent.', payload: NO_VALUE, example: null },
  'reply.refusal': {
    summary: 'The command was refused, and the value says why. Nothing follows.',
    payload: REFUSAL,
    example: {
      kind: 'not_found',
      code: 'not_found',
      message: 'ledger 0199d5a1-2c10-7d4e-9f50-b2c3d4e5f607 was not found',
    },
  },
  'reply.failure': {
    summary: 'The command failed, and the log of its service says why. It may have been done. Nothing follows.',
    payload: NO_VALUE,
    example: null,
  },
};

/** Everything that comes back to whoever asks. */
export function replies(): MessageContract[] {
  return [...COMMANDS.map(answer), ...NO_ANSWERS.map(noAnswer)];
}

function answer(command: Command): MessageContract {
  const name = answerTo(command);
  return {
    name,
    title: titleOf(name),
    summary: `Answer to ${command.name}: \`reply\` is its only one, \`next\` one of many.`,
    payload: plainSchema(command.reply),
    ...addressed(name, { const: name }, ['reply', 'next'], command.example.reply),
  };
}

function noAnswer(name: (typeof NO_ANSWERS)[number]): MessageContract {
  const { summary, payload, example } = NO_ANSWER[name];
  const frame = name.slice('reply.'.length) as ReplyFrame;
  const title = `Reply${titleOf(name)}`;
  return {
    name,
    title,
    summary,
    payload,
    ...addressed(answerTo(COMMANDS[0]!), { pattern: '\\.reply$' }, [frame], example),
  };
}

function addressed(type: string, rule: JsonSchema, frames: ReplyFrame[], payload: unknown) {
  const headers = {
    ...exampleHeaders(type, `/probity/${type.split('.')[0]}`), // commands are named after their service
    [REPLY_HEADERS.replyTo]: INSTANCE_ID,
    [REPLY_HEADERS.inReplyTo]: MESSAGE_ID,
    [REPLY_HEADERS.frame]: frames[0]!,
  };
  return {
    headers: replyHeaders(
      { type: 'string', ...rule, description: 'the command that it answers, and `.reply`' },
      frames,
    ),
    key: { type: 'string', description: 'the instance that asked' },
    keyLocation: `$message.header#/${REPLY_HEADERS.replyTo}`,
    correlationHeader: REPLY_HEADERS.inReplyTo,
    example: { headers, payload },
  };
}
