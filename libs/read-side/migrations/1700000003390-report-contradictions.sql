-- Objects whose events and read side contradict each other, for example after a restore of one of the two. The services
-- that find one report it here; the back office takes the reports and tells operators.

CREATE TABLE platform.contradictions (
  stream text COLLATE "C" PRIMARY KEY,
  detail text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE platform.contradictions IS 'Reports that the back office has not taken yet.';
GRANT SELECT, DELETE ON platform.contradictions TO probity_back_office;

-- Services report through this function only. Beyond a thousand objects the number says nothing more.
CREATE FUNCTION platform.report_contradiction(stream text, detail text) RETURNS void
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  INSERT INTO platform.contradictions AS c (stream, detail)
  SELECT left($1, 200), left($2, 500)
  WHERE (SELECT count(*) FROM (SELECT FROM platform.contradictions LIMIT 1000) AS counted) < 1000
  ON CONFLICT ON CONSTRAINT contradictions_pkey DO UPDATE SET detail = excluded.detail, at = now()
$$;
REVOKE ALL ON FUNCTION platform.report_contradiction FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.report_contradiction TO probity_ledger, probity_back_office, probity_customer_risk,
  probity_pipeline;
