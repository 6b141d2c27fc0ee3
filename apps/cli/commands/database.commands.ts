import { str } from 'envalid';
import { ROLES } from '@probity/persistence/roles';
import { postgresUrl, readVariables } from '@probity/platform/configuration';
import type { RolePasswords } from '@probity/read-side/migrate-database';
import { command, group } from '../declaration/command';
import { CliError } from '../errors';
import { count } from '../output/count';

/** Passwords are read from the environment because other users of the machine can see command lines. */
export const DATABASE_VARIABLES = {
  DATABASE_URL: postgresUrl(),
  LEDGER_DATABASE_PASSWORD: str({ default: '' }),
  GATEWAY_DATABASE_PASSWORD: str({ default: '' }),
  BACK_OFFICE_DATABASE_PASSWORD: str({ default: '' }),
  RELAY_DATABASE_PASSWORD: str({ default: '' }),
  NOTARY_DATABASE_PASSWORD: str({ default: '' }),
  CUSTOMER_RISK_DATABASE_PASSWORD: str({ default: '' }),
  PIPELINE_DATABASE_PASSWORD: str({ default: '' }),
  WEBHOOK_DISPATCHER_DATABASE_PASSWORD: str({ default: '' }),
};

const WHAT_IT_READS = `
Set DATABASE_URL to a login that may create schemas and roles. To create a login for a service's role, set
the variable of the role:
${Object.values(ROLES)
  .map((role) => `  ${role.padEnd(27)} ${role.replace('probity_', '').toUpperCase()}_DATABASE_PASSWORD`)
  .join('\n')}`;

export const addDatabaseCommands = group('database', 'the database of the services', 'migrate', [
  command({
    usage: 'migrate',
    summary: 'migrate the database to the current version; safe to repeat',
    notes: WHAT_IT_READS,
    run: async (_values, { surroundings, answer }) => {
      const read = readVariables(surroundings.env, DATABASE_VARIABLES);
      const passwords = given({
        [ROLES.ledger]: read.LEDGER_DATABASE_PASSWORD,
        [ROLES.gateway]: read.GATEWAY_DATABASE_PASSWORD,
        [ROLES.backOffice]: read.BACK_OFFICE_DATABASE_PASSWORD,
        [ROLES.relay]: read.RELAY_DATABASE_PASSWORD,
        [ROLES.notary]: read.NOTARY_DATABASE_PASSWORD,
        [ROLES.customerRisk]: read.CUSTOMER_RISK_DATABASE_PASSWORD,
        [ROLES.pipeline]: read.PIPELINE_DATABASE_PASSWORD,
        [ROLES.webhookDispatcher]: read.WEBHOOK_DISPATCHER_DATABASE_PASSWORD,
      });
      // Imported here so that the other commands start faster.
      const { migrateDatabase } = await import('@probity/read-side/migrate-database');
      const migrations = await migrateDatabase(read.DATABASE_URL, passwords).catch((error: Error) => {
        throw new CliError('database', error.message);
      });
      const logins = Object.keys(passwords);
      const done =
        migrations.length === 0
          ? 'The database is up to date; no changes were made.'
          : `Ran ${count(migrations.length, 'migration', 'migrations')}.`;
      const made = logins.length === 0 ? '' : ` Logins: ${logins.join(', ')}.`;
      answer({ migrations, logins }, `${done}${made}`);
    },
  }),
]);

const given = (passwords: Required<RolePasswords>): RolePasswords =>
  Object.fromEntries(Object.entries(passwords).filter(([, password]) => password !== ''));
