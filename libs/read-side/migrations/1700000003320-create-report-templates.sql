-- Templates for documents of reports, in every version. Projected from the streams of tenants.
CREATE TABLE back_office.report_templates (
  template_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  extension text NOT NULL,
  sha256 text NOT NULL,
  template text NOT NULL,
  reason text NOT NULL,
  officer text NOT NULL,
  saved_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (template_id, version)
);
CREATE INDEX report_templates_of_tenant ON back_office.report_templates (tenant_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON back_office.report_templates TO probity_back_office;
