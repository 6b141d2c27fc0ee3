import { dismissAlert, escalateAlert, resolveAlert } from './alerts/commands';
import { addAlertsToCase, addCaseNote, closeCase, openCase } from './cases/commands';
import type { Command } from './declaration/command';
import { assessCustomer, changeKycStatus, createCustomer, reportFindings } from './customers/commands';
import {
  createLedger,
  openAccount,
  postTransaction,
  rebuildLedgerProjections,
  setAccountActive,
  verifyLedger,
  verifyTransaction,
} from './ledger/commands';
import { backtestRule, createRule, installDefaultRules, updateRule } from './monitoring-rules/commands';
import { ingestEvent, rerunEvent, screenCustomer } from './pipeline/commands';
import {
  addWatchlistEntries,
  beginImport,
  deleteWatchlistEntry,
  finishImport,
  importBatch,
} from './watchlists/commands';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  replayFailedWebhooks,
  resendWebhook,
  rotateWebhookSecret,
  sendTestWebhook,
  setWebhookEndpointStatus,
} from './webhooks/commands';

/** Every command of the internal API. */
export const COMMANDS: Command[] = [
  createLedger,
  openAccount,
  setAccountActive,
  postTransaction,
  verifyTransaction,
  verifyLedger,
  rebuildLedgerProjections,
  createCustomer,
  reportFindings,
  changeKycStatus,
  assessCustomer,
  resolveAlert,
  dismissAlert,
  escalateAlert,
  openCase,
  addAlertsToCase,
  addCaseNote,
  closeCase,
  ingestEvent,
  rerunEvent,
  screenCustomer,
  addWatchlistEntries,
  deleteWatchlistEntry,
  beginImport,
  importBatch,
  finishImport,
  createRule,
  updateRule,
  installDefaultRules,
  backtestRule,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  setWebhookEndpointStatus,
  sendTestWebhook,
  resendWebhook,
  replayFailedWebhooks,
];
