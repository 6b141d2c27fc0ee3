import type { Command, ReplyOf, RequestOf } from '../../declaration/command';

/** What is said of a command beside its schemas. */
export interface CommandNote {
  summary: string;
  /** an example */
  request: unknown;
  /** the answer to it */
  reply: unknown;
}

/** A note by the name of its command; the examples are of the command's own types. */
export function about<C extends Command>(
  command: C,
  summary: string,
  request: RequestOf<C>,
  reply: ReplyOf<C>,
): [name: string, note: CommandNote] {
  return [command.name, { summary, request, reply }];
}
