import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './commands/account.commands';
import { addAlertCommands } from './commands/alert.commands';
import { addAllowListCommands } from './commands/allow-list.commands';
import { addRescreeningCommands } from './commands/rescreening.commands';
import { addAuditCommands } from './commands/audit.commands';
import { addCaseCommands } from './commands/case.commands';
import { addReportCommands } from './commands/report.commands';
import { addReportTemplateCommands } from './commands/report-template.commands';
import { addCurrencyCommands } from './commands/currency.commands';
import { addCustomerCommands } from './commands/customer.commands';
import { addDemoCommand } from './commands/demo.commands';
import { addDatabaseCommands } from './commands/database.commands';
import { addEventCommands } from './commands/event.commands';
import { addFactsCommands } from './commands/facts.commands';
import { addIdentityProviderCommands } from './commands/identity-provider.commands';
import { addInsightsCommand } from './commands/insights.commands';
import { addKeyCommands } from './commands/key.commands';
import { addMasterKeyCommands } from './commands/master-key.commands';
import { addLedgerCommands } from './commands/ledger.commands';
import { addLimitsCommands } from './commands/limits.commands';
import { addNoticeCommands } from './commands/notice.commands';
import { addOperationsCommands } from './commands/operations.commands';
import { addPrivacyCommands } from './commands/privacy.commands';
import { addProjectionsCommands } from './commands/projections.commands';
import { addFourEyesCommands, addProposalCommands } from './commands/proposal.commands';
import { addProviderCommands } from './commands/provider.commands';
import { addRuleCommands } from './commands/rule.commands';
import { addScreeningCommands } from './commands/screening.commands';
import { addSettingsCommands } from './commands/settings.commands';
import { addSignInCommands } from './commands/sign-in.commands';
import { addOperatorCommands, addStaffCommands } from './commands/staff.commands';
import { addStageCommands } from './commands/stage.commands';
import { addCheckpointCommands } from './commands/checkpoint.commands';
import { addTenantCommands } from './commands/tenant.commands';
import { addTopicsCommands } from './commands/topics.commands';
import { addWatchlistCommands } from './commands/watchlist.commands';
import { addVerifyCommand } from './commands/verify.commands';
import { addWebhookCommands } from './commands/webhook.commands';
import { type Declaration, refuseUnknownBeforeHelp, withExample } from './declaration/command';
import type { Surroundings } from './surroundings';
import { version } from './version';

const WHERE_IT_CONNECTS = `
Where it connects:
  1. --url and --token
  2. PROBITY_BACK_OFFICE_URL, and PROBITY_TOKEN or PROBITY_OPERATOR_TOKEN, in the environment
  3. the session that \`sign-in\` has started at this address
  4. demo.json in PROBITY_DATA_DIR (.probity), which \`npm start\` writes
  \`topics\` connects to Kafka, \`database\` to PostgreSQL and \`facts\` to both; see their help for the variables that they read.
  \`screening\`, \`ledger verify-bundle\` and \`webhooks listen\` run on this machine and connect to nothing.

Exit codes:
  0  the command succeeded, or proposed a change that needs a second person
  1  the command failed, wholly or in part: the server refused it, also for its token, or something does not verify
  2  you must correct what you gave: the command line, a file, its content or the environment, also when the back
     office finds this out (invalid_... and bad_...); no changes were made
  75 the back office could not be reached, was busy, or broke off: try again`;

/** In the order of the help. */
const COMMANDS: Declaration[] = [
  ...addSignInCommands,
  addDemoCommand,
  addTenantCommands,
  addStaffCommands,
  addOperatorCommands,
  addProposalCommands,
  addFourEyesCommands,
  addIdentityProviderCommands,
  addCurrencyCommands,
  addKeyCommands,
  addLedgerCommands,
  addCheckpointCommands,
  addAccountCommands,
  addCustomerCommands,
  addAlertCommands,
  addAllowListCommands,
  addRescreeningCommands,
  addCaseCommands,
  addReportCommands,
  addReportTemplateCommands,
  addOperationsCommands,
  addPrivacyCommands,
  addAuditCommands,
  addEventCommands,
  addRuleCommands,
  addInsightsCommand,
  addWatchlistCommands,
  addScreeningCommands,
  addProviderCommands,
  addWebhookCommands,
  addSettingsCommands,
  addStageCommands,
  addLimitsCommands,
  addNoticeCommands,
  addProjectionsCommands,
  addVerifyCommand,
  addDatabaseCommands,
  addMasterKeyCommands,
  addTopicsCommands,
  addFactsCommands,
];

/** All commands. Errors are thrown, not printed; help is printed. */
export function createProgram(surroundings: Surroundings, asJson: boolean): Command {
  const { stdout, stderr } = surroundings;
  const program = new Command('probity')
    .description("Probity's command line for staff.")
    .option('--json', 'print JSON only; errors are printed as JSON on stderr')
    .option('--url <url>', 'the address of the back office, such as http://127.0.0.1:3001/api/v1')
    .option(
      '--token <token>',
      'the token of a service account, or the operator token; safer in the environment, because others can see it here',
    )
    .option('--version', 'print the version of Probity')
    .on('option:version', () => {
      const found = version();
      stdout.write(asJson ? `${JSON.stringify({ version: found })}\n` : `${found}\n`);
      throw new CommanderError(0, 'commander.version', found);
    })
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => {
        if (!asJson) stderr.write(text);
      },
      outputError: () => {}, // the error is thrown as well
    })
    .exitOverride();
  withExample(program, 'tenant list');
  refuseUnknownBeforeHelp(program);
  program.addHelpText('after', WHERE_IT_CONNECTS);

  for (const add of COMMANDS) add(program, surroundings);
  return program;
}
