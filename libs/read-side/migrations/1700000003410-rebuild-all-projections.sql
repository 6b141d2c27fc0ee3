-- A rebuild deletes the rows of these projections and projects their events again. The trails of audit events, and other
-- tables to which the services can only add, are not among them.
GRANT DELETE
  ON pipeline.watchlist_sources, pipeline.providers, pipeline.provider_signals, pipeline.scorer_versions,
    pipeline.scorer_rescreenings TO probity_pipeline;
GRANT DELETE ON platform.notices TO probity_back_office;
