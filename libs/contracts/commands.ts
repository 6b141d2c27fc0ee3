import type { Command } from './command';
import {
  createLedger,
  openAccount,
  postTransaction,
  rebuildLedgerProjections,
  setAccountActive,
  verifyLedger,
  verifyTransaction,
} from './ledger/commands';

/** Every command of the internal API. */
export const COMMANDS: Command[] = [
  createLedger,
  openAccount,
  setAccountActive,
  postTransaction,
  verifyTransaction,
  verifyLedger,
  rebuildLedgerProjections,
];
