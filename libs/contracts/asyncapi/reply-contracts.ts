import type { Command } from '../declaration/command';
import { COMMANDS } from '../commands';
import { REPLY_HEADERS, type ReplyFrame } from '../headers';
import { INSTANCE_ID, MESSAGE_ID } from '../examples';
import { type JsonSchema, objectOf, plainSchema } from './json-schema';
import { exampleHeaders, type MessageContract, titleOf } from './message-contract';
import { replyHeaders } from './message-headers';

/** The message that carries the reply of the command. */
export const answerTo = ({ name }: Command): string => `${name}.reply`;

/** Messages that can replace or follow the reply of any command. */
export const NO_ANSWERS = ['reply.alive', 'reply.complete', 'reply.refusal', 'reply.failure'] as const;

const NO_VALUE: JsonSchema = { type: 'null', description: 'the message has no value' };
const REFUSAL = objectOf({
  kind: { type: 'string', description: 'such as `invalid`, `not_found`, `overloaded` or `outcome_unknown`' },
  code: { type: 'string', description: 'a stable code for programs' },
  message: { type: 'string', description: 'what is wrong, as text' },
  'retry_after_s?': { type: 'integer', description: 'in so many seconds, the command may be sent again' },
  'replayed?': {
    type: 'boolean',
    description: 'true: the stored refusal of an earlier command with the same Idempotency-Key',
  },
});

const NO_ANSWER: Record<(typeof NO_ANSWERS)[number], { summary: string; payload: JsonSchema; example: unknown }> = {
  'reply.alive': {
    summary: 'The service still works on the command; more replies follow.',
    payload: NO_VALUE,
    example: null,
  },
  'reply.complete': { summary: 'All replies are sent.', payload: NO_VALUE, example: null },
  'reply.refusal': {
    summary: 'The service rejected the command; the value holds the reason. No reply follows.',
    payload: REFUSAL,
    example: {
      kind: 'not_found',
      code: 'not_found',
      message: 'ledger 0199d5a1-2c10-7d4e-9f50-b2c3d4e5f607 was not found',
    },
  },
  'reply.failure': {
    summary:
      'The command failed; the log of its service holds the reason. Its changes may have been made. No reply follows.',
    payload: NO_VALUE,
    example: null,
  },
};

/** Every message that a caller can receive. */
export function replies(): MessageContract[] {
  return [...COMMANDS.map(answer), ...NO_ANSWERS.map(noAnswer)];
}

function answer(command: Command): MessageContract {
  const name = answerTo(command);
  return {
    name,
    title: titleOf(name),
    summary: `Reply to ${command.name}: \`reply\` is its only one, \`next\` one of several.`,
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
    ...(frames.includes('reply') && { [REPLY_HEADERS.replayed]: 'true' }),
  };
  return {
    headers: replyHeaders({ type: 'string', ...rule, description: 'the name of the command, and `.reply`' }, frames),
    key: { type: 'string', description: 'the calling instance' },
    keyLocation: `$message.header#/${REPLY_HEADERS.replyTo}`,
    correlationHeader: REPLY_HEADERS.inReplyTo,
    example: { headers, payload },
  };
}
