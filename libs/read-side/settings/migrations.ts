import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ensureRoles, ROLES } from '@probity/persistence/roles';

/** Every version of every tenant's settings, and the audit trail of them, projected from the tenant's events. */
export class CreateComplianceSettings1700000000600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await ensureRoles(runner); // there are more of them than when the first migration ran
    await runner.query(`
      CREATE TABLE back_office.compliance_settings (
        tenant_id uuid NOT NULL REFERENCES back_office.tenants,
        version integer NOT NULL,
        settings jsonb NOT NULL,
        reason text NOT NULL,
        officer text NOT NULL,
        changed_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, version)
      );

      CREATE TABLE back_office.audit_events (
        id uuid PRIMARY KEY,
        tenant_id uuid,
        subject_type text NOT NULL,
        subject_id text NOT NULL,
        action text NOT NULL,
        actor_type text NOT NULL,
        actor text NOT NULL,
        reason text,
        cause text,
        data jsonb NOT NULL,
        at timestamptz NOT NULL
      );
      CREATE INDEX audit_events_of_tenant ON back_office.audit_events (tenant_id, at DESC, id DESC);

      GRANT USAGE ON SCHEMA back_office TO ${ROLES.customerRisk}, ${ROLES.pipeline};
      GRANT SELECT, INSERT, DELETE ON back_office.compliance_settings, back_office.audit_events
        TO ${ROLES.backOffice};
      GRANT SELECT ON back_office.audit_events TO ${ROLES.gateway};
      GRANT SELECT ON back_office.compliance_settings
        TO ${ROLES.customerRisk}, ${ROLES.pipeline}, ${ROLES.gateway};
    `);
  }

  async down(): Promise<void> {
    throw new Error('settings are not dropped by a migration');
  }
}
