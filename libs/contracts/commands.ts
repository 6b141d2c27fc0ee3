import * as activityReports from './activity-reports/commands';
import * as allowList from './allow-list/commands';
import * as alerts from './alerts/commands';
import * as audit from './audit/commands';
import * as backtests from './backtests/commands';
import * as cases from './cases/commands';
import * as caseFiles from './case-files/commands';
import * as customers from './customers/commands';
import * as checkpoints from './checkpoints/commands';
import type { Command } from './declaration/command';
import * as erasure from './erasure/commands';
import * as ledger from './ledger/commands';
import * as listSources from './list-sources/commands';
import * as monitoringRules from './monitoring-rules/commands';
import * as pipeline from './pipeline/commands';
import * as projections from './projections/commands';
import * as proposals from './proposals/commands';
import * as providers from './providers/commands';
import * as rescreenings from './rescreenings/commands';
import * as watchlists from './watchlists/commands';
import * as webhooks from './webhooks/commands';

const DECLARATIONS = [
  ledger,
  customers,
  erasure,
  alerts,
  allowList,
  cases,
  caseFiles,
  activityReports,
  pipeline,
  projections,
  rescreenings,
  watchlists,
  listSources,
  monitoringRules,
  audit,
  checkpoints,
  backtests,
  proposals,
  providers,
  webhooks,
];

/** Every command of the internal API: all that the files above export. */
export const COMMANDS: Command[] = DECLARATIONS.flatMap((declared) => Object.values<object>(declared)).filter(
  isCommand,
);

function isCommand(declared: object): declared is Command {
  return 'request' in declared && 'reply' in declared && 'topic' in declared;
}
