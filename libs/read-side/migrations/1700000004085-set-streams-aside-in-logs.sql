-- An event that cannot be logged, because Probity did not write it or it was damaged before it was signed, keeps only its
-- own stream from the log. The log goes on with the others.

CREATE TABLE notary.stopped_streams (
  stream text COLLATE "C" PRIMARY KEY,
  log text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  problem text NOT NULL,
  stopped_at timestamptz NOT NULL
);
COMMENT ON TABLE notary.stopped_streams IS
  'Streams whose events no log gets any more, from this revision on, because that event cannot be logged.';
GRANT SELECT, INSERT, UPDATE, DELETE ON notary.stopped_streams TO probity_notary;
GRANT SELECT ON notary.stopped_streams TO probity_back_office;
