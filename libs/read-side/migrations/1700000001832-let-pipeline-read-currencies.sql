-- To warn of amounts that rules cannot compare, the pipeline needs the currencies of a tenant.
GRANT SELECT ON back_office.currencies TO probity_pipeline;
