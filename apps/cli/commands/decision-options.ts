import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { UsageError } from '../errors';

/** What commands take that decide something in somebody's name. */
export interface OfficerOption {
  officer?: string;
}

export interface DecisionOptions extends OfficerOption {
  reason: string;
}

/** Adds `--officer <name>`. */
export function withOfficer(command: Command): Command {
  return command.option('--officer <name>', 'who decides; without it the name that you are logged in with');
}

/** Adds `--officer <name>` and `--reason <text>`, which must be given. */
export function withDecision(command: Command): Command {
  return withOfficer(command.requiredOption('--reason <text>', 'why; the audit trail keeps it'));
}

/** @throws UsageError when nobody is named and the machine does not know who is logged in */
export function officerOf({ officer }: OfficerOption, loggedIn: () => string = loginName): string {
  if (officer !== undefined) return officer;
  try {
    return loggedIn();
  } catch {
    throw new UsageError('the machine has no name for who is logged in; say who decides with --officer <name>');
  }
}

/** @throws SystemError when the user has no entry in the machine's list of users, as in some containers */
const loginName = (): string => userInfo().username;
