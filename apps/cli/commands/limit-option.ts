import { type Command, InvalidArgumentError } from 'commander';

/** What commands take that list what there may be very much of. */
export interface LimitOption {
  limit: number;
}

const USUAL_LIMIT = 100;

/** Adds `--limit <number>`. */
export function withLimit(command: Command): Command {
  return command.option('--limit <number>', `how many at most; ${USUAL_LIMIT} without it`, limit, USUAL_LIMIT);
}

function limit(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1, such as 500.');
  return Number(text);
}
