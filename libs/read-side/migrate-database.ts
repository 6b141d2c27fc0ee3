import { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { migrations } from './migrations';

/** Passwords by role. A role with a password becomes a login. */
export type RolePasswords = Partial<Record<(typeof ROLES)[keyof typeof ROLES], string>>;

/**
 * Runs all missing migrations, and turns the roles with a password into logins.
 *
 * @param url a Postgres URL; its login may create schemas and roles
 * @returns the names of the migrations that ran, in order
 * @throws Error when no Postgres can be used at the URL
 */
export async function migrateDatabase(url: string, passwords: RolePasswords = {}): Promise<string[]> {
  const options = { url, applicationName: 'probity-migrate', poolSize: 2, migrations };
  const database = await Database.open(options).catch((cause: Error) => {
    throw new Error(`no Postgres can be used at DATABASE_URL: ${cause.message}`, { cause });
  });
  try {
    const done = await database.migrate();
    for (const [role, password] of Object.entries(passwords)) {
      // ALTER ROLE accepts no parameters, so format() quotes the role and the password.
      const { rows } = await database.query<{ sql: string }>(
        "SELECT format('ALTER ROLE %I LOGIN PASSWORD %L', $1::text, $2::text) AS sql",
        [role, password],
      );
      await database.execute(rows[0]!.sql);
      // A transaction that stays open delays the events that the relay may read.
      await database.execute(`ALTER ROLE ${role} SET idle_in_transaction_session_timeout = '60s'`);
    }
    return done;
  } finally {
    await database.close();
  }
}
