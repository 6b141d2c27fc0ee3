import { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { migrations } from './migrations';

/** Passwords by role; a role with one becomes a login. */
export type RolePasswords = Partial<Record<(typeof ROLES)[keyof typeof ROLES], string>>;

/**
 * Brings a database to the present form, and makes logins of the roles that are given a password.
 *
 * @param url of a login that may create schemas and roles
 * @returns the names of the migrations that were missing, in the order in which they ran
 * @throws Error when no Postgres can be used there
 */
export async function migrateDatabase(url: string, passwords: RolePasswords = {}): Promise<string[]> {
  const options = { url, applicationName: 'probity-migrate', poolSize: 2, migrations };
  const database = await Database.open(options).catch((cause: Error) => {
    throw new Error(`no Postgres can be used at DATABASE_URL: ${cause.message}`, { cause });
  });
  try {
    const done = await database.migrate();
    for (const [role, password] of Object.entries(passwords)) {
      // ALTER ROLE takes no parameters; format() quotes what would break out of the literal.
      const { rows } = await database.query<{ sql: string }>(
        "SELECT format('ALTER ROLE %I LOGIN PASSWORD %L', $1::text, $2::text) AS sql",
        [role, password],
      );
      await database.execute(rows[0]!.sql);
      // A transaction that is left open holds back what the relay may read.
      await database.execute(`ALTER ROLE ${role} SET idle_in_transaction_session_timeout = '60s'`);
    }
    return done;
  } finally {
    await database.close();
  }
}
