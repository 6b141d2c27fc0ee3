import type { QueryRunner } from 'typeorm';

/** The Postgres roles that the services act as. Nobody logs in as one; a login is a member of it. */
export const ROLES = {
  ledger: 'probity_ledger',
  gateway: 'probity_gateway',
  backOffice: 'probity_back_office',
  relay: 'probity_relay',
  customerRisk: 'probity_customer_risk',
  pipeline: 'probity_pipeline',
  webhookDispatcher: 'probity_webhook_dispatcher',
} as const;

/**
 * Makes the roles and lets the migrating login act as them. Roles belong to the whole Postgres
 * cluster, so another database of Probity on it may have made them already.
 */
export async function ensureRoles(runner: QueryRunner): Promise<void> {
  for (const role of Object.values(ROLES)) {
    await runner.query(`
      DO $$ BEGIN
        CREATE ROLE ${role} NOLOGIN;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
    await runner.query(`GRANT ${role} TO CURRENT_USER`);
  }
}

/** Lets a role append to and read the streams that begin with one of the prefixes, and no others. */
export async function grantStreams(runner: QueryRunner, role: string, ...prefixes: string[]): Promise<void> {
  const own = prefixes.map((prefix) => `stream LIKE '${prefix}%'`).join(' OR ');
  await runner.query(`
    GRANT USAGE ON SCHEMA event_store TO ${role};
    GRANT SELECT, INSERT (stream, revision, id, type, data, metadata) ON event_store.events TO ${role};
    CREATE POLICY ${role}_streams ON event_store.events TO ${role}
      USING (${own}) WITH CHECK (${own});
  `);
}

/** Lets a role keep the checkpoints of the followers whose names begin with the prefix, and no others. */
export async function grantCheckpoints(runner: QueryRunner, role: string, prefix: string): Promise<void> {
  await runner.query(`
    GRANT USAGE ON SCHEMA event_store TO ${role};
    GRANT SELECT, INSERT, UPDATE ON event_store.checkpoints TO ${role};
    CREATE POLICY ${role}_checkpoints ON event_store.checkpoints TO ${role}
      USING (starts_with(follower, '${prefix}')) WITH CHECK (starts_with(follower, '${prefix}'));
  `);
}
