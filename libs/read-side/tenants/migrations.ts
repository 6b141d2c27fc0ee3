import type { MigrationInterface, QueryRunner } from 'typeorm';
import { TENANT_STREAM_PREFIX } from '@probity/contracts/tenants/events';
import { ensureRoles, grantStreams, ROLES } from '@probity/persistence/roles';

export class CreateRoles1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await ensureRoles(runner);
  }

  async down(): Promise<void> {
    throw new Error('roles are shared by the cluster and not dropped by a migration');
  }
}

/** What the back office projects from its events. `tenant_slugs` are claims, not a projection. */
export class CreateTenantTables1700000000300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA back_office;

      CREATE TABLE back_office.tenants (
        id uuid PRIMARY KEY,
        slug text COLLATE "C" NOT NULL UNIQUE,
        name text NOT NULL,
        created_at timestamptz NOT NULL,
        revision bigint NOT NULL
      );

      CREATE TABLE back_office.currencies (
        tenant_id uuid NOT NULL REFERENCES back_office.tenants,
        code text COLLATE "C" NOT NULL,
        name text NOT NULL,
        minor_unit_decimals integer NOT NULL,
        PRIMARY KEY (tenant_id, code)
      );

      CREATE TABLE back_office.api_keys (
        id text COLLATE "C" PRIMARY KEY,
        tenant_id uuid NOT NULL REFERENCES back_office.tenants,
        label text,
        scopes text[] NOT NULL,
        key_hash bytea NOT NULL,
        created_at timestamptz NOT NULL,
        revoked_at timestamptz
      );
      CREATE INDEX api_keys_of_tenant ON back_office.api_keys (tenant_id, created_at, id);

      CREATE TABLE back_office.tenant_slugs (
        slug text COLLATE "C" PRIMARY KEY,
        tenant_id uuid NOT NULL
      );

      GRANT USAGE ON SCHEMA back_office TO ${ROLES.ledger}, ${ROLES.gateway}, ${ROLES.backOffice};
      GRANT SELECT, INSERT, UPDATE, DELETE
        ON back_office.tenants, back_office.currencies, back_office.api_keys TO ${ROLES.backOffice};
      GRANT SELECT, INSERT ON back_office.tenant_slugs TO ${ROLES.backOffice};
      GRANT SELECT ON back_office.tenants, back_office.currencies, back_office.api_keys TO ${ROLES.gateway};
      GRANT SELECT ON back_office.currencies TO ${ROLES.ledger};
    `);
    await grantStreams(runner, ROLES.backOffice, TENANT_STREAM_PREFIX);
  }

  async down(): Promise<void> {
    throw new Error('tenant tables are not dropped by a migration');
  }
}
